import LanyardTesting

@testable import LanyardCore

/// One round: up to four operations on one account, from one or two processes, in an order that a seed decides.
struct Race {
    /// An operation, beside others.
    enum Part: String, CaseIterable, Sendable {
        case renewal
        case forcedRenewal
        case guestRenewal
        case signIn
        case signOut
        case signOutAll
        case revocation
        case listing
    }

    /// Which operations meet.
    enum Mix: String, CaseIterable, Sendable {
        case renewals = "renewals in two tenants"
        case signOut = "renewal and sign-out"
        case signIn = "renewal and sign-in"
        case outAndIn = "renewal, sign-out and sign-in"
        case revocation = "renewal, revocation and sign-in"
        case anything = "two to four of anything"

        fileprivate func parts(_ random: inout Mutator) -> [Part] {
            let renewals: [Part] = [.renewal, .forcedRenewal, .guestRenewal]
            let renewal = renewals[random.next(below: 3)]
            let signOut: Part = random.next(below: 3) == 0 ? .signOutAll : .signOut
            switch self {
            case .renewals: return [.renewal, .guestRenewal, renewal]
            case .signOut: return [renewal, signOut, .listing]
            case .signIn: return [renewal, .guestRenewal, .signIn]
            case .outAndIn: return [renewal, signOut, .signIn]
            case .revocation: return [renewal, .revocation, .signIn]
            case .anything:
                return (0..<2 + random.next(below: 3)).map { _ in Part.allCases[random.next(below: Part.allCases.count)]
                }
            }
        }
    }

    static let alice = AccountKey(
        homeAccountID: Bench.aliceID,
        environment: "login.microsoftonline.com",
        clientID: Bench.clientID
    )

    let parts: [Part]
    let conductor: Conductor
    let store: RacingStore
    let files = MemoryFiles()
    let authority = RacingAuthority()
    let clock = FakeClock(advances: true)
    /// Two processes; the operations of one share what it remembers.
    let engines: [Engine]
    /// Which process each operation is in.
    private let places: [Int]
    private let hasOtherAccount: Bool
    private let isExpired: Bool

    init(_ mix: Mix, seed: UInt64, locksWork: Bool = true) {
        var random = Mutator(seed: seed)
        parts = mix.parts(&random)
        places = parts.map { _ in random.next(below: 2) }
        hasOtherAccount = random.next(below: 2) == 0
        isExpired = random.next(below: 4) != 0
        let hasVolatile = random.next(below: 4) != 0
        conductor = Conductor(parts: parts.count, random: random)
        store = RacingStore(conductor, hasVolatileCollection: hasVolatile)
        let (store, files, authority, clock, conductor) = (store, files, authority, clock, conductor)
        engines = (0..<2).map { _ in
            let locks = RacingLocks(conductor: conductor, isWorking: locksWork)
            let cache = TokenCache(
                store: store,
                files: RacingFiles(files: files, conductor: conductor),
                locks: locks,
                digester: WeakDigester(),
                clock: clock,
                warn: { _ in }
            )
            return Engine(
                settings: EngineSettings(clientID: Bench.clientID, requiresSignedIDTokens: false),
                cache: cache,
                ports: Engine.Ports(
                    transport: RacingTransport(authority: authority, conductor: conductor),
                    locks: locks,
                    clock: clock,
                    random: CountingRandom(),
                    digester: WeakDigester(),
                    browser: FakeBrowser(),
                    listener: FakeListener(),
                    warn: { _ in }
                )
            )
        }
    }

    /// Runs the round and gives what became of each operation, in the order of `parts`.
    func run() async throws -> [String] {
        if hasOtherAccount {
            let bob = AccountKey(
                homeAccountID: HomeAccountID(uid: "b0b00000-0000-4000-8000-0000000000b0", utid: Bench.fabrikam),
                environment: Self.alice.environment,
                clientID: Bench.clientID
            )
            try await engines[0].cache.update(bob, .mayCreate) { record, _ in
                record.username = "bob@fabrikam.example"
                record.refreshToken = Secret("RT-B")
            }
        }
        let account = try await Self.signIn(engines[0]).account
        if isExpired { clock.set(Bench.now + 4000) }
        let threads = parts.map { _ in OwnThread() }
        let outcomes = await withTaskGroup(of: (Int, String).self) { group in
            for (index, part) in parts.enumerated() {
                let engine = engines[places[index]]
                group.addTask(executorPreference: threads[index]) {
                    await conductor.play(index) { (index, await outcome(of: part, engine, account)) }
                }
            }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        return withExtendedLifetime(threads) { parts.indices.map { outcomes[$0] ?? "nothing" } }
    }

    /// `token`, `done`, the error's code or words about what is wrong with the answer.
    private func outcome(of part: Part, _ engine: Engine, _ account: Account) async -> String {
        do {
            switch part {
            case .renewal: return Self.judge(try await Self.silent(engine, account, Bench.contoso), Bench.contoso)
            case .forcedRenewal:
                return Self.judge(try await Self.silent(engine, account, Bench.contoso, force: true), Bench.contoso)
            case .guestRenewal:
                return Self.judge(try await Self.silent(engine, account, Bench.fabrikam), Bench.fabrikam)
            case .signIn: return Self.judge(try await Self.signIn(engine), Bench.contoso)
            case .signOut: try await engine.cache.remove(Self.alice)
            case .signOutAll: try await engine.cache.removeAll()
            case .revocation:
                await conductor.step("revokes")
                authority.revoke()
            case .listing: _ = try await engine.cache.index()
            }
            return "done"
        } catch let error as LanyardError {
            return error.code.rawValue
        } catch {
            return "\(type(of: error))"
        }
    }

    static func signIn(_ engine: Engine) async throws -> AuthenticationResult {
        try await engine.signInWithDeviceCode(DeviceCodeRequest(scopes: ScopeSet(unchecked: ["User.Read"]))) { _ in }
    }

    static func silent(
        _ engine: Engine,
        _ account: Account,
        _ tenant: String,
        force: Bool = false
    ) async throws -> AuthenticationResult {
        try await engine.acquireTokenSilent(
            SilentRequest(
                account: account,
                scopes: ScopeSet(unchecked: ["User.Read"]),
                tenant: .id(tenant),
                forceRefresh: force
            )
        )
    }

    private static func judge(_ result: AuthenticationResult, _ tenant: String) -> String {
        guard result.accessToken.reveal().hasSuffix(tenant), result.tenantID == tenant else {
            return "a token of another tenant"
        }
        return result.account.homeAccountID == Bench.aliceID ? "token" : "a token of another account"
    }
}
