/// What a process that was killed between the store and the index leaves to the next one.
///
/// Items and index cannot be changed in one step. A mark lies beside the index while both are being changed; whoever finds it and
/// nobody at work makes the index anew and removes access tokens whose account is gone.
extension TokenCache {
    static let pendingName = "accounts.pending"

    /// Runs a change of items and index under its mark; the caller holds the store lock.
    ///
    /// A change that throws leaves the mark, since nobody knows how far it came.
    func marked<Result>(_ change: () async throws -> Result) async throws -> Result {
        try files.mark(Self.pendingName)
        let result = try await change()
        try files.remove(Self.pendingName)
        return result
    }

    /// Finishes what a killed process began, for one who holds the store lock.
    func recoverNow() async throws {
        guard try files.read(Self.pendingName) != nil else { return }
        try await removeHollowItems()
        try await removeOrphans()
        // The last account may have been on its way out, so that the store of the accounts may be empty; another store may not.
        let identity = try await store.identity()
        let isSame = storedMark().map { StoreMark($0).fits(identity) } ?? true
        if try await rebuildIndexNow(isAdopting: isSame).accounts.isEmpty { try files.remove(StoreMark.fileName) }
        try files.remove(Self.pendingName)
    }

    /// Removes items without bytes: a provider that dies while it makes an item keeps the item and not its secret.
    ///
    /// Some providers answer like that for a locked item, so that a trial item has to come back whole first.
    private func removeHollowItems() async throws {
        let hollow = try await store.survey().filter { item in
            item.partition == partition && (item.kind == .durable || item.kind == .volatile)
                && item.value?.isEmpty == true
        }
        guard !hollow.isEmpty else { return }
        let key = AccountKey(homeAccountID: HomeAccountID(rawValue: "trial"), environment: "trial", clientID: "trial")
        let query = ItemQuery(kind: .probe, key: key, partition: partition)
        let bytes = Secret("whole")
        try await store.write(
            ItemID(kind: .probe, key: key, partition: partition),
            label: "Lanyard: trial",
            value: bytes
        )
        let isWhole = try await store.read(query).contains { $0.value == bytes }
        try await store.delete(query)
        guard isWhole else { return }
        for item in hollow { try await store.remove(item.handle) }
    }

    /// Finishes what a killed process began; where the store does not let it, the list is as it was and the next one tries again.
    func recover() async throws {
        guard try files.read(Self.pendingName) != nil else { return }
        do {
            _ = try await store.hasVolatileCollection()
            try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) { try await recoverNow() }
        } catch let error as LanyardError {
            warn("the list of accounts may lack what was changed last: \(error.message)")
        }
    }
}
