/// What a process that was killed between the store and the index leaves to the next one.
///
/// Items and index cannot be changed in one step. A mark lies beside the index while both are being changed; whoever finds it and
/// nobody at work brings the index to what the store says and removes access tokens whose account is gone.
extension TokenCache {
    /// Runs a change of items and index under its mark; the caller holds the store lock.
    ///
    /// A change that throws leaves the mark, since nobody knows how far it came. One that finds a mark, as a sign-out may, which has to
    /// work whatever the rest is like, sees to it afterwards.
    func marked<Result>(_ key: AccountKey?, _ change: () async throws -> Result) async throws -> Result {
        let isFirst = try files.read(PendingChange.fileName) == nil
        try files.mark(PendingChange.fileName, PendingChange(key).bytes)
        let result = try await change()
        if isFirst { try files.remove(PendingChange.fileName) } else { try await warned { try await recoverNow() } }
        return result
    }

    /// Finishes what a killed process began, for one who holds the store lock.
    func recoverNow() async throws {
        guard let bytes = try files.read(PendingChange.fileName) else { return }
        var isDone = false
        if let key = PendingChange(bytes: bytes).key { isDone = try await recover(key) }
        if !isDone { try await recoverAll() }
        try files.remove(PendingChange.fileName)
    }

    /// Finishes what a killed process began; where the store does not let it, the list is as it was and the next one tries again.
    func recover() async throws {
        guard try files.read(PendingChange.fileName) != nil else { return }
        try await warned {
            _ = try await store.hasVolatileCollection()
            try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) { try await recoverNow() }
        }
    }

    private func warned(_ recovery: () async throws -> Void) async throws {
        do {
            try await recovery()
        } catch let error as LanyardError {
            warn("the list of accounts may lack what was changed last: \(error.message)")
        }
    }

    // MARK: One account

    /// Does so by looking at the items of one account, which takes no longer where there are a thousand.
    ///
    /// Gives whether that was enough: whatever is not plain is left to the look at everything.
    private func recover(_ key: AccountKey) async throws -> Bool {
        do {
            guard let index = try storedIndex(), let mark = storedMark() else { return false }
            guard StoreMark(mark).fits(try await store.identity()) else { return false }
            let items = try await store.read(ItemQuery(kind: .durable, key: key, partition: partition))
            guard !items.isEmpty else { return try await forget(key, index) }
            guard items.count == 1, case .record(let record) = AccountRecord.read(items[0].value, key: key) else {
                return false
            }
            let tokens = try await store.read(ItemQuery(kind: .volatile, key: key, partition: partition))
            guard tokens.allSatisfy({ AccessTokenSet(stored: $0.value, key: key) != nil }) else { return false }
            try updateIndex { $0.put(record.account) }
            return true
        } catch let error as LanyardError where error.code == .storeUnreadable {
            return false
        }
    }

    /// Brings a sign-out to its end, where another account proves that the store is the one that had it.
    private func forget(_ key: AccountKey, _ index: AccountIndex) async throws -> Bool {
        guard let other = index.accounts.first(where: { $0.key != key })?.key,
            try await !store.read(ItemQuery(kind: .durable, key: other, partition: partition)).isEmpty
        else { return false }
        try await store.delete(ItemQuery(kind: .volatile, key: key, partition: partition))
        try updateIndex { $0.remove(key) }
        return true
    }

    // MARK: All

    private func recoverAll() async throws {
        let items = try await removeHollow(of: try await store.survey())
        try await removeOrphans(of: items)
        // The last account may have been on its way out, so that the store of the accounts may be empty; another store may not.
        let identity = try await store.identity()
        let isSame = storedMark().map { StoreMark($0).fits(identity) } ?? true
        if try await rebuildIndexNow(isAdopting: isSame).accounts.isEmpty { try files.remove(StoreMark.fileName) }
    }

    /// Removes items without bytes, and gives the others: a provider that dies while it makes an item keeps it and not its secret.
    ///
    /// Some providers answer like that for a locked item, so that a trial item has to come back whole first.
    private func removeHollow(of items: [SurveyedItem]) async throws -> [SurveyedItem] {
        func isHollow(_ item: SurveyedItem) -> Bool {
            item.partition == partition && (item.kind == .durable || item.kind == .volatile)
                && item.value?.isEmpty == true
        }
        guard items.contains(where: isHollow) else { return items }
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
        guard isWhole else { return items }
        for item in items where isHollow(item) { try await store.remove(item.handle) }
        return items.filter { !isHollow($0) }
    }
}
