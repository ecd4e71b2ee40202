import LanyardCore
import LanyardTesting
import Testing

@testable import LanyardSelection

/// What happens after a choice, in random worlds with a real engine and an authority that fails.
@Suite("A choice is final")
struct FrozenChoiceTests {
    /// What goes wrong after the choice.
    enum Fault: CaseIterable {
        case refreshTokenDead, stepUp, notAMember, consent, throttled, down, offline, nonsense, impostor, keyringLocked
    }

    private static let clientID = "11111111-1111-4111-8111-111111111111"

    @Test(
        "an error after the choice never leads to a request with another account's token (c)",
        arguments: Fault.allCases
    )
    func final(fault: Fault) async throws {
        var count = 0
        for number in 0..<150 {
            let random = RandomWorld(seed: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
            let verdict = Selector.select(random.request, in: random.world)
            guard let chosen = verdict.account,
                let account = random.world.accounts.first(where: { $0.identity == chosen.identity })
            else { continue }
            count += 1
            try await check(fault, account, verdict, random)
        }
        // The worlds are the same in each run, and most of them choose somebody.
        #expect(count > 30)
    }

    private func check(_ fault: Fault, _ account: Account, _ verdict: Verdict, _ random: RandomWorld) async throws {
        let (store, transport) = (MemoryStore(), ScriptedTransport())
        let engine = Self.engine(store, transport)
        for other in random.world.accounts { try await Self.signIn(other, engine, hasToken: other.key != account.key) }
        let others = random.world.accounts.filter { $0.identity != account.identity }
        for _ in 0..<4 { await transport.add(Self.answer(fault, others.first)) }
        if fault == .keyringLocked { await store.fail(with: LanyardError(.storeLocked, "locked")) }
        let request = SilentRequest(
            account: account,
            scopes: try ScopeSet(["https://management.azure.com/.default"]),
            tenant: try verdict.tenantID.map { id throws(LanyardError) in try TenantName(id) }
        )
        // Whoever tries again after the failure gets the same one.
        for _ in 0..<2 {
            do {
                let result = try await engine.acquireTokenSilent(request)
                Issue.record("seed \(random.seed): \(fault) gave a token of \(result.account.username)")
            } catch let error as LanyardError {
                if let name = error.account {
                    #expect([account.username, account.homeAccountID.rawValue].contains(name), "seed \(random.seed)")
                }
            }
        }
        for index in await transport.requests.indices {
            let form = await transport.form(index)
            #expect(form["refresh_token"] == Self.refreshToken(account), "seed \(random.seed)")
        }
        // The choice itself is the same whatever has become of the sign-in.
        await store.fail(with: nil)
        var later = random
        let known = try await engine.cache.index().accounts
        for index in later.world.accounts.indices {
            let stored = known.first { $0.key == later.world.accounts[index].key }
            later.world.accounts[index].needsSignIn = stored?.needsSignIn ?? true
        }
        #expect(Selector.select(later.request, in: later.world) == verdict, "seed \(random.seed)")
    }

    private static func answer(_ fault: Fault, _ other: Account?) -> ScriptedTransport.Answer {
        func refusal(_ error: String, _ number: Int) -> ScriptedTransport.Answer {
            .json(
                400,
                [
                    "error": .string(error), "error_description": .string("AADSTS\(number): no"),
                    "error_codes": .array([.integer(Int64(number))]),
                ]
            )
        }
        switch fault {
        case .refreshTokenDead: return refusal("invalid_grant", 700_082)
        case .stepUp: return refusal("interaction_required", 50_076)
        case .notAMember: return refusal("invalid_grant", 50_020)
        case .consent: return refusal("invalid_grant", 65_001)
        case .throttled: return .json(429, ["error": "temporarily_unavailable"], [HTTPField("Retry-After", "60")])
        case .down: return .json(503, ["error": "server_error"])
        case .offline, .keyringLocked: return .failure(LanyardError(.network, "offline"))
        case .nonsense: return .raw(HTTPResponse(status: 200, body: Array("<html>".utf8)))
        case .impostor:
            let uid = other?.homeAccountID.objectID ?? "00000000-0000-4000-8000-0000000000ff"
            let info = #"{"uid":"\#(uid)","utid":"\#(other?.homeAccountID.tenantID ?? Fixture.northwind)"}"#
            return .json(
                200,
                [
                    "token_type": "Bearer", "scope": "https://management.azure.com/.default", "expires_in": 3600,
                    "access_token": "AT-impostor", "refresh_token": "RT-impostor",
                    "client_info": .string(Base64URL.encode(Array(info.utf8))),
                ]
            )
        }
    }

    private static func refreshToken(_ account: Account) -> String {
        "RT-\(account.key.environment)-\(account.homeAccountID)"
    }

    /// Everybody can get tokens, and the others have some that would do for every tenant.
    private static func signIn(_ account: Account, _ engine: Engine, hasToken: Bool) async throws {
        let scopes = try ScopeSet(["https://management.azure.com/.default"])
        try await engine.cache.update(account.key, .mayCreate) { record, tokens in
            record.username = account.username
            record.refreshToken = Secret(refreshToken(account))
            record.tenantProfiles = account.tenantProfiles
            guard hasToken else { return }
            for tenant in RandomWorld.tenants {
                tokens.insert(
                    AccessTokenEntry(
                        realm: tenant,
                        scopes: scopes,
                        token: Secret("AT-\(account.homeAccountID)"),
                        cachedAt: Fixture.now,
                        expiresOn: Fixture.now + 3600
                    ),
                    now: Fixture.now
                )
            }
        }
    }

    private static func engine(_ store: MemoryStore, _ transport: ScriptedTransport) -> Engine {
        let (locks, clock) = (MemoryLocks(), FakeClock(now: Fixture.now))
        return Engine(
            settings: EngineSettings(clientID: clientID, requiresSignedIDTokens: false),
            cache: TokenCache(
                store: store,
                files: MemoryFiles(),
                locks: locks,
                digester: WeakDigester(),
                clock: clock,
                warn: { _ in }
            ),
            ports: Engine.Ports(
                transport: transport,
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
