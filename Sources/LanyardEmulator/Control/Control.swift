import FoundationEssentials
import LanyardCore

/// What went wrong with a control command.
struct ControlError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Carries out what the control commands ask of a running emulator.
struct Control: Sendable {
    let platform: Platform

    func carryOut(_ order: JSONValue) async throws -> JSONValue {
        switch order["do"]?.stringValue ?? "" {
        case "approve": return try await approve(order)
        case "clock": return try await moveClock(order)
        case "fault": return try await fault(order)
        case "revoke": return try await revoke(order)
        case "policy": return try await policy(order)
        case "keys": return try await keys(order)
        case "strict": return try await strict(order)
        case "release":
            let count = await platform.release(order["name"]?.stringValue ?? "")
            return ["released": .integer(Int64(count))]
        case "waiting":
            let count = await platform.waiting(for: order["name"]?.stringValue ?? "")
            return ["waiting": .integer(Int64(count))]
        case let other: throw ControlError("'\(other)' is no command")
        }
    }

    private func approve(_ order: JSONValue) async throws -> JSONValue {
        guard let code = order["user_code"]?.stringValue else { throw ControlError("user_code is missing") }
        var machine = MachinePath(user: order["user"]?.stringValue ?? "")
        machine.consents = order["decline"]?.boolValue != true
        machine.hasDevice = order["device"]?.boolValue == true
        let answer = machine
        try await platform.change { try $0.answerDevice(code, machine: answer) }
        return ["approved": .bool(answer.consents)]
    }

    private func moveClock(_ order: JSONValue) async throws -> JSONValue {
        let seconds = order["seconds"]?.integerValue
        let isReset = order["reset"]?.boolValue == true
        let offset = try await platform.change { service in
            if isReset { service.state.clockOffset = 0 }
            if let seconds { service.state.clockOffset += seconds }
            return service.state.clockOffset
        }
        return ["offset": .integer(offset)]
    }

    private func fault(_ order: JSONValue) async throws -> JSONValue {
        if let add = order["add"] {
            let fault: Fault
            do { fault = try JSONDecoder().decode(Fault.self, from: Data(add.serialized().utf8)) } catch {
                throw ControlError("the fault cannot be read: \(error)")
            }
            if let forge = fault.forge, Forgery(rawValue: forge) == nil {
                throw ControlError("forge is not one of \(Forgery.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return ["id": .integer(Int64(await platform.addFault(fault)))]
        }
        if order["clear"]?.boolValue == true {
            try await platform.change { $0.state.faults = [] }
            await platform.releaseAll()
            return ["cleared": true]
        }
        let faults = await platform.service.state.faults
        let encoded = try JSONEncoder().encode(faults)
        return ["faults": try JSONValue.parse(encoded)]
    }

    private func revoke(_ order: JSONValue) async throws -> JSONValue {
        guard let name = order["user"]?.stringValue else { throw ControlError("user is missing") }
        return try await platform.change { service in
            guard let user = service.world.user(name) else { throw ControlError("nobody is called '\(name)'") }
            service.revoke(user.name)
            return ["revoked": .string(user.name)]
        }
    }

    private func policy(_ order: JSONValue) async throws -> JSONValue {
        let name = order["tenant"]?.stringValue
        let rules = try order["rules"].map { value in
            try JSONDecoder().decode([PolicyRule].self, from: Data(value.serialized().utf8))
        }
        let isReset = order["reset"]?.boolValue == true
        return try await platform.change { service in
            if let name {
                guard let tenant = service.world.tenant(named: name, kind: .entra) else {
                    throw ControlError("no directory is called '\(name)'")
                }
                if let rules { service.state.rules[tenant.id] = rules }
                if isReset { service.state.rules[tenant.id] = nil }
            }
            var shown: [String: JSONValue] = [:]
            for tenant in service.world.tenants where tenant.kind == .entra {
                let text = try JSONEncoder().encode(service.rules(of: tenant))
                shown[tenant.defaultDomain] = try JSONValue.parse(text)
            }
            return .object(shown)
        }
    }

    private func keys(_ order: JSONValue) async throws -> JSONValue {
        let step = order["step"]?.stringValue ?? "rotate"
        return try await platform.change { service in
            switch step {
            case "rotate": try service.ring.rotate(random: service.random, now: service.now)
            case "retire": service.ring.retire()
            default: throw ControlError("'\(step)' is not rotate or retire")
            }
            return [
                "keys": .array(service.ring.stored.map { ["kid": .string($0.id), "role": .string($0.role.rawValue)] })
            ]
        }
    }

    private func strict(_ order: JSONValue) async throws -> JSONValue {
        let changes = order["set"]?.objectValue ?? [:]
        let mode = order["mode"]?.stringValue
        return try await platform.change { service in
            if let mode {
                guard let strictness = Strictness(mode: mode) else { throw ControlError("'\(mode)' is no mode") }
                service.state.strictness = strictness
            }
            for (name, value) in changes {
                guard let key = Strictness.names[name], let isOn = value.boolValue else {
                    throw ControlError(
                        "'\(name)' is not one of \(Strictness.names.keys.sorted().joined(separator: ", "))"
                    )
                }
                service.state.strictness[keyPath: key] = isOn
            }
            let strictness = service.state.strictness
            return .object(Strictness.names.mapValues { .bool(strictness[keyPath: $0]) })
        }
    }
}
