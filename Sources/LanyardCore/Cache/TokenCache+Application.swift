/// The tokens of an application for itself: items of a kind of their own, which no account is made of.
extension TokenCache {
    /// Stands where an account's id stands; no server gives such an id, since it has no parts.
    static let applicationID = HomeAccountID(rawValue: "application")

    /// The application's tokens; an empty set where there are none or they cannot be read, since they can be had again.
    func applicationTokens(_ key: AccountKey) async throws -> AccessTokenSet {
        for item in try await store.read(ItemQuery(kind: .application, key: key, partition: partition)) {
            if let set = AccessTokenSet(stored: item.value, key: key) { return set }
        }
        return AccessTokenSet()
    }

    func keepApplicationToken(_ entry: AccessTokenEntry, _ key: AccountKey) async throws {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            var tokens = try await applicationTokens(key)
            tokens.insert(entry, now: clock.now())
            try await store.write(
                ItemID(kind: .application, key: key, partition: partition),
                label: "Lanyard: tokens of application \(key.clientID) itself \(mark(key))",
                value: tokens.stored(for: key)
            )
        }
    }

    /// Removes what is kept for applications themselves and gives how many items there were.
    @discardableResult
    public func removeApplicationTokens() async throws -> Int {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try await store.delete(ItemQuery(kind: .application, partition: partition))
        }
    }
}
