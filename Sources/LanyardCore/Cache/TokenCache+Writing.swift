extension TokenCache {
    /// What a write may do when the account is not there.
    public enum Presence: Sendable {
        /// A person signed in: the account is made.
        case mayCreate
        /// A silent renewal: the account must still be there (B12 of the bug list).
        case mustExist
    }

    /// Changes an account's record and access tokens under the store lock and gives the record as stored.
    ///
    /// `change` gets the record as it is now. Throws `account_removed` where the account must exist and does not, and whatever the
    /// store throws: a save that failed is never passed over.
    @discardableResult
    public func update(
        _ key: AccountKey,
        _ presence: Presence,
        _ change: @escaping @Sendable (inout AccountRecord, inout AccessTokenSet) throws -> Void
    ) async throws -> AccountRecord {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try await recoverNow()
            let stored = try await record(key)
            if stored == nil, presence == .mayCreate { try await putAsideDamaged(key) }
            guard stored != nil || presence == .mayCreate else {
                try await rebuildIndexNow()
                try await forgetVolatile(key)
                throw LanyardError(
                    .accountRemoved,
                    "the account was signed out while the request was under way",
                    hint: "lanyard login"
                ).with { $0.account = key.homeAccountID.rawValue }
            }
            let hasVolatile = try await store.hasVolatileCollection()
            let kept = hasVolatile ? try await accessTokens(key) : (stored?.accessTokens ?? AccessTokenSet())
            var record = stored ?? AccountRecord(key: key, username: "")
            var tokens = kept
            try change(&record, &tokens)
            if !hasVolatile { record.accessTokens = tokens }
            if record != stored { record.revision = (stored?.revision ?? 0) + 1 }
            let account = record.account
            let index = try changedIndex { $0.put(account) }
            let (changed, newTokens) = (record, hasVolatile && tokens != kept ? tokens : nil)
            func write() async throws {
                if changed != stored { try await self.write(changed) }
                // After the record: a rotated refresh token is safe before its access token is of use to anybody.
                if let newTokens { try await self.write(newTokens, of: changed) }
                if presence == .mayCreate { try await markStore() }
                if let index { try self.store(index) }
            }
            if index == nil { try await write() } else { try await marked(key, write) }
            return record
        }
    }

    private func write(_ record: AccountRecord) async throws {
        let item = ItemID(kind: .durable, key: record.key, partition: partition)
        try await store.write(item, label: label(of: record), value: record.stored)
    }

    private func write(_ tokens: AccessTokenSet, of record: AccountRecord) async throws {
        let item = ItemID(kind: .volatile, key: record.key, partition: partition)
        let name = hasPrivateLabels ? "account" : TerminalText.oneLine(record.username, limit: 80)
        let label = "Lanyard: access tokens of \(name) \(mark(record.key))"
        try await store.write(item, label: label.replacing("/", with: "_"), value: tokens.stored(for: record.key))
    }

    private func label(of record: AccountRecord) -> String {
        let mark = mark(record.key)
        return hasPrivateLabels ? "Lanyard: account \(mark)" : record.itemLabel(mark: mark)
    }

    /// Lists more accounts than there are items of; for measurements alone.
    package func list(_ accounts: [Account]) async throws {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try store(AccountIndex(accounts: accounts.map(\.withoutClaims), domains: try storedIndex()?.domains ?? [:]))
        }
    }

    /// Remembers which tenant a domain belongs to.
    public func learn(domain: String, tenantID: String) async throws {
        guard try storedIndex()?.domains[domain.lowercased()] != tenantID.lowercased() else { return }
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try updateIndex { $0.learn(domain: domain, tenantID: tenantID) }
        }
    }

    /// Removes an account's items and gives how many there were; works on damaged ones too.
    @discardableResult
    public func remove(_ key: AccountKey) async throws -> Int {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try await marked(key) {
                var count = 0
                // The record goes first: from then on no renewal under way can save anything.
                for kind in [ItemKind.durable, .volatile, .quarantine] {
                    count += try await store.delete(ItemQuery(kind: kind, key: key, partition: partition))
                }
                if count == 0 { try await expectMarkedStore() }
                try updateIndex { $0.remove(key) }
                if try storedIndex()?.accounts.isEmpty ?? true { try files.remove(StoreMark.fileName) }
                return count
            }
        }
    }

    /// Removes every item of this cache, readable or not, and the index.
    @discardableResult
    public func removeAll() async throws -> Int {
        try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            try await marked(nil) {
                var count = 0
                for kind in [ItemKind.durable, .volatile, .application, .quarantine] {
                    count += try await store.delete(ItemQuery(kind: kind, partition: partition))
                }
                if count == 0 { try await expectMarkedStore() }
                for name in Self.indexNames { try files.remove(name) }
                try files.remove(StoreMark.fileName)
                return count
            }
        }
    }

    private func forgetVolatile(_ key: AccountKey) async throws {
        try await store.delete(ItemQuery(kind: .volatile, key: key, partition: partition))
    }

    func updateIndex(_ change: (inout AccountIndex) -> Void) throws {
        if let index = try changedIndex(change) { try self.store(index) }
    }

    /// The index with a change, or nothing where it says just that already.
    private func changedIndex(_ change: (inout AccountIndex) -> Void) throws -> AccountIndex? {
        let stored = try storedIndex()
        var index = stored ?? AccountIndex()
        change(&index)
        return index == stored ? nil : index
    }

    /// Keeps the bytes of a damaged item under another kind before a sign-in writes over it.
    private func putAsideDamaged(_ key: AccountKey) async throws {
        for item in try await store.read(ItemQuery(kind: .durable, key: key, partition: partition)) {
            guard case .damaged = AccountRecord.read(item.value, key: key) else { continue }
            try await store.putAside(item.handle)
        }
    }

    /// Eight hex digits that tell one account's items from another's.
    func mark(_ key: AccountKey) -> String { String(name(of: key).prefix(8)) }

    /// A name for locks: says nothing about the account to whoever sees the file.
    func name(of key: AccountKey) -> String {
        hexDigest("\(key.environment)|\(key.clientID)|\(key.homeAccountID.rawValue)")
    }

    func hexDigest(_ text: String) -> String {
        digester.sha256(Array(text.utf8)).prefix(12).map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "0" + hex : hex
        }.joined()
    }
}
