internal import GLibBridge
internal import Glibc
internal import LanyardCore

extension SecretServiceStore {
    /// Looks at bus, provider and collections; shows no prompt, unlocks and changes nothing.
    ///
    /// Goes as far as it can: what comes before ``StoreStatus/problem`` is filled in.
    package func status() async -> StoreStatus { await diagnose() }

    /// The label of an item and all of its attributes, for a report about it.
    package func details(of handle: String) async throws -> (label: String, attributes: [String: String]) {
        try await perform("look at an item") { service, budget in
            try await service.description(of: handle, budget)
        }
    }

    @GLibActor
    private func diagnose() async -> StoreStatus {
        var status = StoreStatus()
        let budget = Budget(configuration.callLimit)
        do {
            let bus = try await Self.timed("connect", &status) { try await provider.bus(budget) }
            let service = try await Self.timed("open", &status) { try await provider.opened(budget) }
            status.owner = await Self.owner(on: bus, budget)
            status.defaultCollection = try await service.alias(.standard, budget)
            status.sessionCollection = try await service.alias(.session, budget)
            status.collections = try await Self.timed("collections", &status) {
                try await Self.collections(on: bus, budget)
            }
            if let path = status.defaultCollection, status.isLocked,
                try await WalletCheck(service).isOpen([path], budget)
            {
                // KWallet calls a wallet locked that opens without a dialog.
                for index in status.collections.indices where status.collections[index].path == path {
                    status.collections[index].isLocked = false
                }
            }
            if status.defaultCollection == nil {
                status.problem = StoreFault.noDefaultCollection
            } else if status.isLocked {
                status.problem = StoreFault.locked
            } else {
                // The search of a real read, for items that nobody has.
                let query = ItemAttributes.some(of: ItemQuery(kind: .probe))
                _ = try await Self.timed("search", &status) { try await service.search(query, budget) }
            }
        } catch {
            let problem = StoreFault.translate(error, during: "answer the diagnosis")
            status.problem = problem as? LanyardError ?? LanyardError(.interrupted, "the diagnosis was interrupted")
        }
        return status
    }

    @GLibActor
    private static func timed<Result>(
        _ step: String,
        _ status: inout StoreStatus,
        _ body: @GLibActor () async throws -> Result
    ) async rethrows -> Result {
        let start = ContinuousClock.now
        let result = try await body()
        status.timings.append(.init(step: step, duration: start.duration(to: .now)))
        return result
    }

    /// Who has the name; a sandbox may hide it, which is no reason to end the diagnosis.
    @GLibActor
    static func owner(on bus: BusConnection, _ budget: Budget) async -> StoreStatus.Owner? {
        let reply = try? await bus.call(
            .bus("GetConnectionUnixProcessID"),
            [.string(Service.name)],
            limit: budget.remaining
        )
        guard let number = reply?.children.first?.uint32 else { return nil }
        return StoreStatus.Owner(processID: number, name: processName(number))
    }

    private static func processName(_ number: UInt32) -> String {
        let file = open("/proc/\(number)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = max(0, Glibc.read(file, &bytes, bytes.count))
        return TerminalText.oneLine(String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    @GLibActor
    private static func collections(on bus: BusConnection, _ budget: Budget) async throws -> [StoreStatus.Collection] {
        let value = try await bus.property(
            "Collections",
            of: "org.freedesktop.Secret.Service",
            at: "/org/freedesktop/secrets",
            destination: Service.name,
            limit: budget.remaining
        )
        var collections: [StoreStatus.Collection] = []
        for path in value.textList {
            let replies = try await bus.calls(
                ["Label", "Locked"].map { property($0, of: path) },
                limit: budget.remaining
            )
            let values = replies.map { $0.children.first?.unboxed }
            collections.append(.init(path: path, label: values[0]?.text ?? "", isLocked: values[1]?.bool ?? true))
        }
        return collections
    }

    @GLibActor
    private static func property(_ name: String, of path: String) -> (method: BusMethod, arguments: [Variant]) {
        let method = BusMethod(
            destination: Service.name,
            path: path,
            interface: "org.freedesktop.DBus.Properties",
            name: "Get"
        )
        return (method, [.string(Service.collectionInterface), .string(name)])
    }
}
