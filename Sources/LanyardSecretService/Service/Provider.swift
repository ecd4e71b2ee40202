internal import GLibBridge
internal import LanyardCore

/// The one connection of a store: opened on first use, shared by all tasks, replaced when bus or provider went away.
@GLibActor
final class Provider {
    private let configuration: SecretServiceStore.Configuration
    private var connection: BusConnection?
    private var service: Service?
    private let connecting = SharedWork()
    private let opening = SharedWork()
    /// Who may prompt, and who joins.
    private(set) lazy var gate = PromptGate.shared(for: configuration.address ?? "", policy: configuration.promptPolicy)

    nonisolated init(configuration: SecretServiceStore.Configuration) { self.configuration = configuration }

    /// Whether there is an encrypted session already.
    var isOpen: Bool { service != nil }

    /// The bus, connected.
    func bus(_ budget: Budget) async throws -> BusConnection {
        if let connection, !connection.isClosed { return connection }
        guard let address = configuration.address else { throw StoreFault.noBus }
        try await connecting.join { [self] in
            // Another task's work may have ended between the look above and this start; who joined it still needs what it left.
            if let connection, !connection.isClosed { return }
            do {
                connection = try await BusConnection.connect(to: address, limit: budget.remaining)
            } catch let error as GLibError {
                throw StoreFault.cannotConnect(error)
            } catch let error as GLibTimeout {
                throw StoreFault.busSilent(error)
            }
        }
        guard let connection else { throw StoreFault.noBus }
        return connection
    }

    /// The provider, with an encrypted session.
    func opened(_ budget: Budget) async throws -> Service {
        if let service, service.isCurrent { return service }
        try await opening.join { [self] in
            // As above.
            if let service, service.isCurrent { return }
            service = try await open(budget)
        }
        guard let service else { throw StoreFault.failed("the Secret Service cannot be opened") }
        return service
    }

    /// The provider after its predecessor went away, which is given a second to be started again.
    func reopened(_ budget: Budget) async throws -> Service {
        let deadline = Deadline(in: min(.seconds(1), budget.remaining))
        while true {
            do {
                let service = try await opened(budget)
                service.isReplacement = true
                return service
            } catch let error as GLibError where StoreFault.isAbsent(error) && !deadline.hasPassed {
                try await GLibActor.sleep(.milliseconds(20))
            }
        }
    }

    /// Forgets a provider that is gone; one that was opened meanwhile stays.
    func drop(_ outdated: Service) {
        if service === outdated { service = nil }
        if let connection, connection.isClosed { self.connection = nil }
    }

    /// Forgets what may be otherwise after a change; a session that its provider no longer knows is replaced on its next use.
    func forget() { service?.forget() }

    private func open(_ budget: Budget) async throws -> Service {
        for _ in 0..<2 {
            do {
                return try await Service.open(on: try await bus(budget), configuration, budget)
            } catch let error as GLibError where error.domain == "g-dbus-error-quark" && [4, 16].contains(error.code) {
                // InvalidArgs: libsecret drops a leading zero byte of its key once in 256 times and KWallet refuses the rest.
                // NoReply: the provider died over it; another one may be started.
                continue
            }
        }
        return try await Service.open(on: try await bus(budget), configuration, budget)
    }
}
