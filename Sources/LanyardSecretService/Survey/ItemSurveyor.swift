internal import GLibBridge
internal import LanyardCore

/// Looks at every item of ours, wherever it is, and moves or removes single ones.
@GLibActor
struct ItemSurveyor {
    /// Properties and secrets are asked for in parts, so that a large cache gets its time part by part.
    private static let part = 50

    let service: Service
    let gate: PromptGate
    let budget: Budget

    private var reader: ItemReader { ItemReader(service: service, gate: gate, budget: budget) }

    func survey() async throws -> [SurveyedItem] {
        guard let standard = try await reader.collection(for: .durable) else { return [] }
        let session = try await service.alias(.session, budget)
        // By our mark, and by schema for what a later version marks in another way.
        var found = try await service.search(["lanyard": ItemAttributes.format], budget)
        let named = try await service.search(["xdg:schema": ItemAttributes.schema], budget)
        let known = Set(found.unlocked + found.locked)
        found.unlocked += named.unlocked.filter { !known.contains($0) }
        found.locked += named.locked.filter { !known.contains($0) }
        let here = found.locked.filter { $0.hasPrefix(standard + "/") }
        if !here.isEmpty {
            try await gate.open(items: here, service, budget)
            found.unlocked += here
            found.locked.removeAll { here.contains($0) }
        }
        var items: [SurveyedItem] = []
        for paths in parts(of: found.unlocked) {
            let secrets = try await reader.secrets(of: paths)
            if secrets.isEmpty, let path = paths.first, !service.isReplacement { throw StoreFault.unreadable(path) }
            for path in paths {
                guard let item = try await item(path, value: secrets[path], standard, session) else { continue }
                items.append(item)
            }
            budget.renew()
        }
        for path in found.locked {
            if let item = try await item(path, value: nil, standard, session) { items.append(item) }
            budget.renew()
        }
        return items.sorted { $0.handle < $1.handle }
    }

    /// Copies under the kind of what is put aside, then removes: a crash between the two leaves both.
    func putAside(_ path: String, time: Int64) async throws {
        guard let value = try await reader.secrets(of: [path])[path], !value.isEmpty else {
            throw StoreFault.unreadable(path)
        }
        let old = try await service.attributes(path, budget)
        var attributes = ["lanyard": ItemAttributes.format, "kind": ItemKind.quarantine.rawValue]
        for name in ["partition", "account", "client", "cloud"] {
            attributes[name] = old[name].flatMap { $0.isEmpty ? nil : $0 } ?? (name == "partition" ? "default" : "none")
        }
        let tail = path.split(separator: "/").last.map(String.init) ?? ""
        // One account may have several: without a mark of its own each would take the place of the one before.
        attributes["aside"] = "\(time)-\(old["kind"] ?? "none")-\(tail)"
        attributes["xdg:schema"] = ItemAttributes.schema
        let collection = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let label = "Lanyard: put aside \(attributes["aside"] ?? "")"
        guard try await service.create(in: collection, attributes, label: label, value: value, budget) != "/" else {
            throw StoreFault.failed("the Secret Service did not keep a copy; nothing was moved")
        }
        try await remove(path)
    }

    func remove(_ path: String) async throws {
        do {
            try await service.delete(path, budget)
        } catch let error as GLibError where StoreFault.isGone(error) {
            // Somebody else was faster.
        }
    }

    private func item(
        _ path: String,
        value: Secret?,
        _ standard: String,
        _ session: String?
    ) async throws -> SurveyedItem? {
        let found: [String: String]
        let label: String
        do {
            (label, found) = try await service.description(of: path, budget)
        } catch let error as GLibError where StoreFault.isGone(error) {
            return nil
        }
        var item = SurveyedItem(handle: path, kind: ItemKind(rawValue: found["kind"] ?? ""), label: label, value: value)
        let collection = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        item.collection = collection
        item.partition = found["partition"]
        item.clientID = found["client"]
        item.format = found["lanyard"]
        if let account = found["account"], let client = found["client"], let cloud = found["cloud"] {
            item.sign = ItemAttributes.sign(account: account, client: client, cloud: cloud)
        }
        item.isMisplaced = item.kind == .volatile ? collection != session : collection != standard
        // What was put aside stays where it was.
        if item.kind == .quarantine { item.isMisplaced = collection != session && collection != standard }
        return item
    }

    private func parts(of paths: [String]) -> [[String]] {
        stride(from: 0, to: paths.count, by: Self.part).map { Array(paths[$0..<min($0 + Self.part, paths.count)]) }
    }
}
