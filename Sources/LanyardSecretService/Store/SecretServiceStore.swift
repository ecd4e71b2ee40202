internal import GLibBridge
package import LanyardCore

/// Keeps items in the user's Secret Service through libsecret.
///
/// Durable items go to the default collection; volatile ones to the provider's `session` collection, which is memory only.
/// "Nothing found" is believed only of a collection that is open, every wait is bounded, and a prompt is shown only where the
/// policy says that somebody can answer it.
package final class SecretServiceStore: SecretStore {
    /// How a store behaves.
    package struct Configuration: Sendable {
        /// What becomes of prompts.
        package var promptPolicy: PromptPolicy
        /// Whether reads of access tokens may use the faster, unencrypted session.
        package var encryptTransport: EncryptTransport
        /// How long one operation may take apart from the time a person needs for a prompt.
        package var callLimit: Duration
        /// The bus to use instead of the session's own; empty for none.
        package var busAddress: String?
        /// Called when a prompt is about to be shown, so that somebody can be told what is awaited.
        package var onPrompt: (@Sendable () -> Void)?

        package init(
            promptPolicy: PromptPolicy = .never,
            encryptTransport: EncryptTransport = .automatic,
            callLimit: Duration = .milliseconds(2800),
            busAddress: String? = nil,
            onPrompt: (@Sendable () -> Void)? = nil
        ) {
            self.promptPolicy = promptPolicy
            self.encryptTransport = encryptTransport
            self.callLimit = callLimit
            self.busAddress = busAddress
            self.onPrompt = onPrompt
        }

        /// The address of the bus, or nothing where there is none.
        var address: String? {
            guard let busAddress else { return SessionBus.address() }
            return busAddress.isEmpty ? nil : busAddress
        }
    }

    let configuration: Configuration
    let provider: Provider

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        provider = Provider(configuration: configuration)
    }

    package func hasVolatileCollection() async throws -> Bool {
        try await perform("look for the memory-only collection") { service, budget in
            try await service.alias(.session, budget) != nil
        }
    }

    package func read(_ query: ItemQuery) async throws -> [StoredItem] {
        let budget = await Budget(configuration.callLimit)
        if let items = try await readSoon(query, budget) { return items }
        return try await perform("read", budget) { service, budget in
            try await ItemReader(service: service, gate: self.provider.gate, budget: budget).read(query)
        }
    }

    /// The way of a process that has no encrypted session yet; nothing where the thorough way has to answer.
    ///
    /// Both ways share one bound, or a provider that hangs would be waited for twice.
    @GLibActor
    private func readSoon(_ query: ItemQuery, _ budget: Budget) async throws -> [StoredItem]? {
        guard !provider.isOpen else { return nil }
        do {
            if query.kind == .volatile, configuration.encryptTransport == .automatic {
                let bus = try await provider.bus(budget)
                if let items = try await FastReader(bus: bus, budget: budget).read(query) { return items }
            }
            return try await EarlyReader(provider: provider, budget: budget).read(query)
        } catch {
            throw StoreFault.translate(error, during: "read")
        }
    }

    package func write(_ item: ItemID, label: String, value: Secret) async throws {
        try await perform("write") { service, budget in
            let writer = ItemWriter(service: service, gate: self.provider.gate, budget: budget)
            try await writer.write(item, label: label, value: value)
        }
    }

    @discardableResult
    package func delete(_ query: ItemQuery) async throws -> Int {
        try await perform("delete") { service, budget in
            try await ItemRemover(service: service, gate: self.provider.gate, budget: budget).delete(query)
        }
    }

    /// Runs an operation on the open provider; once more from the start where the provider was restarted meanwhile.
    @GLibActor
    func perform<Result: Sendable>(
        _ verb: String,
        _ budget: Budget? = nil,
        _ body: @GLibActor (Service, Budget) async throws -> Result
    ) async throws -> Result {
        let budget = budget ?? Budget(configuration.callLimit)
        do {
            let service = try await provider.opened(budget)
            do {
                return try await body(service, budget)
            } catch let error where StoreFault.isOutdated(error) || StoreFault.mayBeSession(error) {
                provider.drop(service)
                return try await body(try await provider.reopened(budget), budget)
            }
        } catch {
            throw StoreFault.translate(error, during: verb)
        }
    }
}
