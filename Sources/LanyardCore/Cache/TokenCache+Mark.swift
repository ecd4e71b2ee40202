extension TokenCache {
    /// The store that the accounts were put into, where that was noted.
    public func storedMark() -> StoreIdentity? {
        guard let bytes = try? files.read(StoreMark.fileName) else { return nil }
        return StoreMark(bytes: bytes)?.identity
    }

    /// Takes the store that answers now for the right one, and forgets the accounts that are not in it; gives those.
    ///
    /// The one deliberate way from one store to another. Nothing is removed from the one before.
    public func adoptStore() async throws -> (store: StoreIdentity, forgotten: [Account]) {
        let identity = try await store.identity()
        return try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            let before = (try? storedIndex())?.accounts ?? []
            try files.remove(StoreMark.fileName)
            let index = try await rebuildIndexNow(isAdopting: true)
            if !index.accounts.isEmpty { try writeMark(identity) }
            let kept = Set(index.accounts.map(\.key))
            return (identity, before.filter { !kept.contains($0.key) })
        }
    }

    /// Notes the store after a sign-in went to it.
    func markStore() async throws { try writeMark(try await store.identity()) }

    private func writeMark(_ identity: StoreIdentity) throws {
        if storedMark() != identity { try files.write(StoreMark.fileName, StoreMark(identity).bytes) }
    }

    /// Throws where the accounts are in another store than the one that answers; asked before something would be put into it.
    func checkMark() async throws {
        guard let mark = storedMark(), !StoreMark(mark).fits(try await store.identity()) else { return }
        try await rebuildIndex()
    }

    /// Throws where the accounts that were listed are in another store than the one that answered.
    ///
    /// `found` is what is in it, `isEmpty` whether it holds nothing of ours at all. What is found proves the store: a provider
    /// that got a new name by an upgrade still has the accounts.
    func expectSameStore(listed: [Account], found: Set<AccountKey>, isEmpty: Bool) async throws {
        let mark = storedMark().map(StoreMark.init)
        guard !listed.isEmpty || mark != nil else { return }
        if listed.contains(where: { found.contains($0.key) }) || (listed.isEmpty && !isEmpty) { return }
        let identity = try await store.identity()
        if let mark, !mark.fits(identity) { throw Self.changed(mark.identity, identity) }
        if isEmpty { throw Self.emptied(identity) }
    }

    /// Throws where nothing could be removed because the accounts are in another store.
    func expectMarkedStore() async throws {
        guard let mark = storedMark(), !StoreMark(mark).fits(try await store.identity()) else { return }
        try await rebuildIndexNow()
    }

    private static func changed(_ old: StoreIdentity, _ new: StoreIdentity) -> LanyardError {
        LanyardError(
            .storeChanged,
            "another store answers now, \(new.description); the accounts are in \(old.description)",
            hint: "Start the old one again, or take the new one for good with `lanyard cache adopt`."
        )
    }

    private static func emptied(_ identity: StoreIdentity) -> LanyardError {
        LanyardError(
            .storeChanged,
            "the store \(identity.description) is empty, though accounts were signed in",
            hint:
                "Bring the old keyring back, sign in again with `lanyard login`, or forget them with `lanyard cache adopt`."
        )
    }
}
