/// The accounts and tokens of one application, kept in a ``SecretStore`` with an index file beside it.
///
/// Every write happens under the store lock as read, merge, write, so that processes do not undo each other's changes. A silent
/// save only updates: it never brings back an account that was signed out meanwhile.
public struct TokenCache: Sendable {
    package let store: any SecretStore
    let files: any StateFiles
    let locks: any LockProvider
    let digester: any Digester
    let clock: any Clock
    let partition: String
    /// Whether labels name nobody.
    let hasPrivateLabels: Bool
    let warn: @Sendable (String) -> Void

    static let indexName = "accounts.index"
    /// The form before it; read where there is no other, and gone with the next write.
    static let formerIndexName = "accounts.json"
    /// The index's file, then the one before it.
    package static let indexNames = [indexName, formerIndexName]
    static let storeLock = "store"
    /// Reads, merges and writes take milliseconds; who waits longer than this waits for a stuck process.
    static let storeLockLimit: Duration = .seconds(20)

    /// Makes a cache over its parts; `warn` gets one line for each item that had to be passed over.
    public init(
        store: any SecretStore,
        files: any StateFiles,
        locks: any LockProvider,
        digester: any Digester,
        clock: any Clock,
        partition: String = "default",
        hasPrivateLabels: Bool = false,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.files = files
        self.locks = locks
        self.digester = digester
        self.clock = clock
        self.partition = partition
        self.hasPrivateLabels = hasPrivateLabels
        self.warn = warn
    }

    // MARK: Reading

    /// The accounts with their tenants.
    ///
    /// Comes from the index file. An empty index is not believed: the store is asked, since a locked one must not look empty.
    public func index() async throws -> AccountIndex {
        try await recover()
        if let bytes = try files.read(Self.indexName) {
            if let index = AccountIndex(bytes: bytes), !index.list.isEmpty { return index }
        } else if let index = try storedIndex(), !index.list.isEmpty {
            return try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
                // Somebody else may have brought it into the present form, and changed it, meanwhile.
                let present = try storedIndex() ?? index
                try store(present)
                return present
            }
        }
        return try await rebuildIndex()
    }

    func storedIndex() throws -> AccountIndex? {
        if let bytes = try files.read(Self.indexName) { return AccountIndex(bytes: bytes) }
        return try files.read(Self.formerIndexName).flatMap { AccountIndex(bytes: $0) }
    }

    func store(_ index: AccountIndex) throws {
        try files.write(Self.indexName, index.bytes)
        try files.remove(Self.formerIndexName)
    }

    /// Throws where the store cannot keep anything now; asks a person to unlock it where that is allowed.
    ///
    /// Called before a person is sent to a sign-in page, whose result would be lost otherwise.
    public func checkStore() async throws {
        _ = try await store.read(ItemQuery(kind: .probe, partition: partition))
        try await checkMark()
    }

    /// Makes the index anew from the durable items.
    @discardableResult
    public func rebuildIndex() async throws -> AccountIndex {
        // Before the lock, so that a machine without a store gets no file of ours.
        _ = try await store.hasVolatileCollection()
        return try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) { try await rebuildIndexNow() }
    }

    /// The same for one who holds the store lock.
    @discardableResult
    func rebuildIndexNow(isAdopting: Bool = false) async throws -> AccountIndex {
        let before = (try? storedIndex()) ?? AccountIndex()
        var records: [AccountKey: AccountRecord] = [:]
        let items = try await store.read(ItemQuery(kind: .durable, partition: partition))
        for item in items {
            switch AccountRecord.read(item.value, key: nil) {
            case .record(let record):
                // Of duplicates the one that was written last counts.
                if let other = records[record.key], other.revision >= record.revision { continue }
                records[record.key] = record
            case .blank: continue
            case .damaged(let reason): warn("an item of the secret service was passed over: it \(reason)")
            case .newer(let version):
                warn(
                    "an item of the secret service was passed over: it has the newer form \(version); update lanyard"
                )
            }
        }
        if !isAdopting {
            try await expectSameStore(listed: before.accounts, found: Set(records.keys), isEmpty: items.isEmpty)
        }
        var accounts = records.values.map(\.account.withoutClaims)
        for var account in before.accounts where records[account.key] == nil && items.count > records.count {
            // An account whose item cannot be used stays, so that it can be signed out by its name.
            let own = try await store.read(ItemQuery(kind: .durable, key: account.key, partition: partition))
            guard own.contains(where: { AccountRecord.read($0.value, key: account.key) != .blank || $0.value.isEmpty })
            else { continue }
            account.needsSignIn = true
            accounts.append(account)
        }
        let index = AccountIndex(accounts: accounts, domains: before.domains)
        if !records.isEmpty { try await markStore() }
        if index != (try? storedIndex()) { try store(index) }
        return index
    }

    /// The access tokens of an account; an empty set where there are none.
    public func accessTokens(_ key: AccountKey) async throws -> AccessTokenSet {
        let query = ItemQuery(kind: .volatile, key: key, partition: partition)
        for item in try await store.read(query) {
            if let set = AccessTokenSet(stored: item.value, key: key) { return set }
        }
        guard try await !store.hasVolatileCollection() else { return AccessTokenSet() }
        return try await record(key)?.accessTokens ?? AccessTokenSet()
    }

    /// The refresh token of another application of the same family for the same person, where one is kept (FOCI).
    ///
    /// The caller's own token comes first; this one is for an account whose own was refused.
    func familyToken(for key: AccountKey) async throws -> Secret? {
        for item in try await store.read(ItemQuery(kind: .durable, partition: partition)) {
            guard case .record(let record) = AccountRecord.read(item.value, key: nil), record.familyID != nil,
                record.key.homeAccountID == key.homeAccountID, record.key.environment == key.environment,
                record.key.clientID != key.clientID, let token = record.refreshToken
            else { continue }
            return token
        }
        return nil
    }

    /// The record of an account, or nothing where it is not signed in.
    public func record(_ key: AccountKey) async throws -> AccountRecord? {
        let items = try await store.read(ItemQuery(kind: .durable, key: key, partition: partition))
        var best: AccountRecord?
        for item in items {
            switch AccountRecord.read(item.value, key: key) {
            case .record(let record): if record.revision >= best?.revision ?? .min { best = record }
            case .blank: continue
            case .damaged(let reason):
                warn("the stored item of account \(key.homeAccountID) was passed over: it \(reason)")
            case .newer(let version):
                throw LanyardError(
                    .storeUnreadable,
                    "the account was stored by a newer lanyard (form \(version))",
                    hint: "update lanyard"
                ).with { $0.account = key.homeAccountID.rawValue }
            }
        }
        return best
    }
}
