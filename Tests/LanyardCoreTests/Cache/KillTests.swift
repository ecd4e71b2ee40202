import LanyardTesting
import Testing

@testable import LanyardCore

/// Every place between two effects at which a process can be killed, one after the other.
@Suite("A process that is killed")
struct KillTests {
    /// What is under way.
    enum Operation: String, CaseIterable, Sendable {
        case firstSignIn
        case secondSignIn
        case renewal
        case newTenant
        case signOut
        case lastSignOut
        case signOutAll
    }

    private static let bobOID = "b0b00000-0000-4000-8000-0000000000b0"
    private static let alice = AccountKey(
        homeAccountID: Bench.aliceID,
        environment: "login.microsoftonline.com",
        clientID: Bench.clientID
    )
    private static let bob = AccountKey(
        homeAccountID: HomeAccountID(uid: bobOID, utid: Bench.fabrikam),
        environment: "login.microsoftonline.com",
        clientID: Bench.clientID
    )

    private let store: MemoryStore
    private let files = MemoryFiles()

    init() { store = MemoryStore() }

    /// A process over the same store and files, killed after so many effects.
    private func process(_ effects: Int = .max, maySurvey: Bool = true) -> (cache: TokenCache, fuse: Fuse) {
        let fuse = Fuse(effects: effects)
        let cache = TokenCache(
            store: MortalStore(store: store, fuse: fuse, maySurvey: maySurvey),
            files: MortalFiles(files: files, fuse: fuse),
            locks: MemoryLocks(),
            digester: WeakDigester(),
            clock: FakeClock(advances: true),
            warn: { _ in }
        )
        return (cache, fuse)
    }

    private static func put(
        _ cache: TokenCache,
        _ key: AccountKey,
        _ presence: TokenCache.Presence,
        token: String,
        realm: String
    ) async throws {
        try await cache.update(key, presence) { record, tokens in
            record.username = key == alice ? "alice@contoso.example" : "bob@fabrikam.example"
            record.refreshToken = Secret(token)
            record.merge(
                profile: TenantProfile(
                    tenantID: realm,
                    username: record.username,
                    isHome: record.tenantProfiles.isEmpty
                )
            )
            tokens.insert(
                AccessTokenEntry(
                    realm: realm,
                    scopes: ScopeSet(unchecked: ["User.Read"]),
                    token: Secret("AT of \(token)"),
                    cachedAt: Bench.now,
                    expiresOn: Bench.now + 3600
                ),
                now: Bench.now
            )
        }
    }

    private static func prepare(_ operation: Operation, _ cache: TokenCache) async throws {
        if operation != .firstSignIn { try await put(cache, alice, .mayCreate, token: "RT-1", realm: Bench.contoso) }
        if operation == .signOut || operation == .signOutAll {
            try await put(cache, bob, .mayCreate, token: "RT-B", realm: Bench.fabrikam)
        }
    }

    private static func run(_ operation: Operation, _ cache: TokenCache) async throws {
        switch operation {
        case .firstSignIn: try await put(cache, alice, .mayCreate, token: "RT-1", realm: Bench.contoso)
        case .secondSignIn: try await put(cache, bob, .mayCreate, token: "RT-B", realm: Bench.fabrikam)
        case .renewal: try await put(cache, alice, .mustExist, token: "RT-2", realm: Bench.contoso)
        case .newTenant: try await put(cache, alice, .mustExist, token: "RT-2", realm: Bench.fabrikam)
        case .signOut: try await cache.remove(bob)
        case .lastSignOut: try await cache.remove(alice)
        case .signOutAll: try await cache.removeAll()
        }
    }

    @Test("leaves nothing that the next one does not put right, wherever the blow falls", arguments: Operation.allCases)
    func everyPlace(operation: Operation) async throws {
        var effects = 0
        var wasKilled = true
        while wasKilled {
            let test = KillTests()
            try await Self.prepare(operation, test.process().cache)
            let (victim, fuse) = test.process(effects)
            do { try await Self.run(operation, victim) } catch is Fuse.Killed {}
            wasKilled = fuse.isBlown
            try await test.check(operation, isDone: !wasKilled, "\(operation) after \(effects) effects")
            effects += 1
        }
        // At least the mark, one item, the index and the mark again.
        #expect(effects > (operation == .renewal ? 2 : 4))
    }

    private func check(_ operation: Operation, isDone: Bool, _ place: Comment) async throws {
        // Where others are signed in, one account's change is finished without a look at theirs.
        let isAlone = [.firstSignIn, .lastSignOut, .signOutAll].contains(operation)
        let listed = Set(try await process(maySurvey: isAlone).cache.index().accounts.map(\.key))
        let next = process().cache
        let audit = try await next.audit()
        #expect(audit.findings.isEmpty, place)
        #expect(files.read(PendingChange.fileName) == nil, place)
        let isAliceKept = [.secondSignIn, .renewal, .newTenant, .signOut].contains(operation)
        if isAliceKept {
            #expect(listed.contains(Self.alice), place)
            let token = try await next.record(Self.alice)?.refreshToken
            #expect(token == Secret("RT-1") || token == Secret("RT-2"), place)
        }
        guard isDone else { return }
        switch operation {
        case .firstSignIn: #expect(listed == [Self.alice], place)
        case .secondSignIn: #expect(listed == [Self.alice, Self.bob], place)
        case .renewal, .newTenant: #expect(try await next.record(Self.alice)?.refreshToken == Secret("RT-2"), place)
        case .signOut: #expect(listed == [Self.alice], place)
        case .lastSignOut, .signOutAll: #expect(listed.isEmpty, place)
        }
    }

    @Test(
        "an item that a dying provider left without bytes goes, unless the provider gives no bytes at all",
        arguments: [true, false],
        [nil, bob]
    )
    func hollow(isOpen: Bool, marked: AccountKey?) async throws {
        try await Self.prepare(.secondSignIn, process().cache)
        try await store.write(ItemID(kind: .durable, key: Self.bob), label: "Lanyard: bob", value: Secret(bytes: []))
        files.mark(PendingChange.fileName, PendingChange(marked).bytes)
        let next = TokenCache(
            store: HollowStore(store: store, givesBytes: isOpen),
            files: files,
            locks: MemoryLocks(),
            digester: WeakDigester(),
            clock: FakeClock(advances: true),
            warn: { _ in }
        )
        _ = try? await next.index()
        let left = try await store.survey().filter { $0.kind == .durable }
        #expect(left.count == (isOpen ? 1 : 2))
        #expect(try await store.survey().allSatisfy { $0.kind != .probe })
        if isOpen { #expect(try await process().cache.audit().findings.isEmpty) }
    }

    @Test("is not forgotten over a sign-out of somebody else")
    func laterSignOut() async throws {
        try await Self.prepare(.secondSignIn, process().cache)
        // The mark and the record; not the list.
        let (victim, _) = process(2)
        await #expect(throws: Fuse.Killed.self) { try await Self.run(.secondSignIn, victim) }
        #expect(try await process().cache.remove(Self.alice) == 2)
        #expect(files.read(PendingChange.fileName) == nil)
        #expect(try process().cache.storedIndex()?.accounts.map(\.key) == [Self.bob])
    }

    @Test(
        "a mark that tells nothing stands for everything",
        arguments: ["", "{", "[]", #"{"home_account_id":""}"#, #"{"home_account_id":"a.b","environment":"c"}"#]
    )
    func unknownMark(text: String) async throws {
        try await Self.prepare(.signOut, process().cache)
        files.remove(TokenCache.indexName)
        files.mark(PendingChange.fileName, Array(text.utf8))
        #expect(Set(try await process().cache.index().accounts.map(\.key)) == [Self.alice, Self.bob])
        #expect(files.read(PendingChange.fileName) == nil)
    }

    @Test("does not make the store of another keyring look like its own")
    func anotherStore() async throws {
        try await Self.prepare(.lastSignOut, process().cache)
        let (victim, _) = process(1)
        await #expect(throws: Fuse.Killed.self) { try await Self.run(.lastSignOut, victim) }
        await store.become(StoreIdentity(provider: "another", collection: "/other"), isEmpty: true)
        let warned = Warnings()
        let next = TokenCache(
            store: store,
            files: files,
            locks: MemoryLocks(),
            digester: WeakDigester(),
            clock: FakeClock(advances: true),
            warn: { warned.add($0) }
        )
        #expect(try await next.index().accounts.map(\.key) == [Self.alice])
        #expect(warned.lines.count == 1)
    }
}
