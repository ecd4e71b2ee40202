internal import LanyardSecretService

/// What happened to the Secret Service while a program ran.
public enum StoreEvent: Sendable, Hashable {
    /// The keyring was locked: requests ask for it, or fail with `store_locked`.
    case locked
    /// The keyring was unlocked.
    case unlocked
    /// The program that keeps the keyring ended.
    case providerGone
    /// A program keeps the keyring again; `locked` or `unlocked` follows where it tells.
    case providerBack
}

extension Application {
    /// Tells from now on when the keyring is locked, unlocked, gone or back.
    ///
    /// Requests need none of it: each finds out by itself what is so. The watch ends with the stream's reader. The stream ends when
    /// the session bus does, after `providerGone`; at once for stores that nobody locks, and where there is no session bus.
    public func storeEvents() async -> AsyncStream<StoreEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreEvent.self, bufferingPolicy: .bufferingNewest(64))
        guard let store = engine.cache.store as? SecretServiceStore else {
            continuation.finish()
            return stream
        }
        let changes = await store.changes()
        let task = Task {
            for await change in changes { continuation.yield(StoreEvent(change)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension StoreEvent {
    fileprivate init(_ change: StoreChange) {
        self =
            switch change {
            case .locked: .locked
            case .unlocked: .unlocked
            case .providerGone: .providerGone
            case .providerBack: .providerBack
            }
    }
}
