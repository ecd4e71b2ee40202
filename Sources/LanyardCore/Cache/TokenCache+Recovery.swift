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
        try await removeOrphans()
        // The last account may have been on its way out, so that the store of the accounts may be empty; another store may not.
        let identity = try await store.identity()
        let isSame = storedMark().map { StoreMark($0).fits(identity) } ?? true
        if try await rebuildIndexNow(isAdopting: isSame).accounts.isEmpty { try files.remove(StoreMark.fileName) }
        try files.remove(Self.pendingName)
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
