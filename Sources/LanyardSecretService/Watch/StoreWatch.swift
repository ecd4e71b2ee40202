internal import GLibBridge

/// Watches bus and provider, and tells what became of the default collection.
///
/// A signal says only that something changed, since providers differ in what they send; the state is asked for then.
@GLibActor
final class StoreWatch {
    private enum State: Equatable {
        case gone
        /// There is a provider, and no default collection that says whether it is locked.
        case unknown
        case open
        case locked
    }

    private static let service = "org.freedesktop.Secret.Service"
    private static let callLimit = Duration.seconds(3)

    private let provider: Provider
    private let report: @Sendable (StoreChange) -> Void
    private let ended: @Sendable () -> Void
    private var bus: BusConnection?
    private var subscriptions: [BusSubscription] = []
    private var end: BusEnd?
    private var state = State.unknown
    private var isLooking = false
    private var isOutdated = false

    /// `ended` is called when the bus goes: nothing can be told any more.
    nonisolated init(
        _ provider: Provider,
        ended: @escaping @Sendable () -> Void,
        _ report: @escaping @Sendable (StoreChange) -> Void
    ) {
        self.provider = provider
        self.report = report
        self.ended = ended
    }

    /// Subscribes and looks once; throws where there is no bus.
    func start() async throws {
        let bus = try await provider.bus(Budget(Self.callLimit))
        self.bus = bus
        end = BusEnd(of: bus) { [weak self] in self?.busEnded() }
        let daemon = "org.freedesktop.DBus"
        subscribe(
            bus,
            BusSignal(sender: daemon, interface: daemon, name: "NameOwnerChanged", firstArgument: Service.name)
        ) {
            [weak self] arguments in
            self?.ownerChanged(to: arguments.children.last?.text ?? "")
        }
        for name in ["CollectionCreated", "CollectionDeleted", "CollectionChanged"] {
            subscribe(bus, BusSignal(sender: Service.name, interface: Self.service, name: name)) { [weak self] _ in
                self?.look()
            }
        }
        for interface in [Self.service, Service.collectionInterface] {
            let changed = BusSignal(
                sender: Service.name,
                interface: "org.freedesktop.DBus.Properties",
                name: "PropertiesChanged",
                firstArgument: interface
            )
            subscribe(bus, changed) { [weak self] _ in self?.look() }
        }
        // What is so from the start is no change.
        state = await currentState(bus)
    }

    func stop() {
        for subscription in subscriptions { subscription.end() }
        subscriptions = []
        end?.cancel()
        end = nil
        bus = nil
    }

    private func busEnded() {
        if state != .gone { report(.providerGone) }
        state = .gone
        ended()
    }

    private func subscribe(
        _ bus: BusConnection,
        _ signal: BusSignal,
        _ action: @escaping @GLibActor (Variant) -> Void
    ) {
        subscriptions.append(BusSubscription(bus, signal, action))
    }

    private func ownerChanged(to owner: String) {
        provider.forget()
        if state != .gone {
            state = .gone
            report(.providerGone)
        }
        guard !owner.isEmpty else { return }
        state = .unknown
        report(.providerBack)
        look()
    }

    /// Asks for the state; once more where another signal comes meanwhile.
    private func look() {
        isOutdated = true
        guard !isLooking else { return }
        isLooking = true
        Task(executorPreference: GLibActor.executor) { await self.lookNow() }
    }

    private func lookNow() async {
        while isOutdated, let bus {
            isOutdated = false
            let found = await currentState(bus)
            // The provider's end is told by the bus alone, and nothing found for want of an answer is no change.
            guard state != .gone, found != .gone, found != .unknown, found != state else { continue }
            state = found
            provider.forget()
            report(found == .locked ? .locked : .unlocked)
        }
        isLooking = false
    }

    private func currentState(_ bus: BusConnection) async -> State {
        do {
            let owner = try await bus.call(.bus("NameHasOwner"), [.string(Service.name)], limit: Self.callLimit)
            guard owner.children.first?.bool == true else { return .gone }
            let alias = BusMethod(
                destination: Service.name,
                path: "/org/freedesktop/secrets",
                interface: Self.service,
                name: "ReadAlias"
            )
            let reply = try await bus.call(alias, [.string(Service.Alias.standard.rawValue)], limit: Self.callLimit)
            guard let path = reply.children.first?.text, path != "/" else { return .unknown }
            let isLocked = try await bus.property(
                "Locked",
                of: Service.collectionInterface,
                at: path,
                destination: Service.name,
                limit: Self.callLimit
            )
            return isLocked.bool.map { $0 ? .locked : .open } ?? .unknown
        } catch {
            // A provider that ends or hangs in the middle of this; what follows is signalled.
            return .unknown
        }
    }
}

extension SecretServiceStore {
    /// What becomes of provider and default collection from now on, until the stream is let go.
    ///
    /// Whatever was kept in memory of the old state is forgotten at each change. Ends with the bus, at once where there is none.
    package func changes() async -> AsyncStream<StoreChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self, bufferingPolicy: .bufferingNewest(64))
        let watch = StoreWatch(provider, ended: { continuation.finish() }) { continuation.yield($0) }
        do {
            try await watch.start()
            continuation.onTermination = { _ in Task { @GLibActor in watch.stop() } }
        } catch {
            continuation.finish()
        }
        return stream
    }
}
