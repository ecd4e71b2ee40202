import LanyardCore
import LanyardTesting
import Testing

@Suite("Tokens of applications and middle tiers, and passwords")
struct ServiceTests {
    private static let vault = "https://vault.azure.net/.default"

    private static func bench(_ credential: ClientCredential? = .secret(Secret("S3CRET"))) -> Bench {
        Bench(settings: EngineSettings(clientID: Bench.clientID, requiresSignedIDTokens: false, credential: credential))
    }

    private static func grant(_ token: String, _ changes: [String: JSONValue] = [:]) -> ScriptedTransport.Answer {
        var members: [String: JSONValue] = ["token_type": "Bearer", "expires_in": 3600, "access_token": .string(token)]
        members.merge(changes) { $1 }
        return .json(200, .object(members))
    }

    private static func token(
        _ bench: Bench,
        _ scope: String = vault,
        tenant: String = Bench.contoso,
        claims: String? = nil
    ) async throws -> ServiceToken {
        try await bench.engine.acquireTokenForApplication(
            ApplicationTokenRequest(scopes: try ScopeSet([scope]), tenant: try TenantName(tenant), claims: claims)
        )
    }

    private static func onBehalf(_ bench: Bench, _ assertion: String, claims: String? = nil) async throws
        -> ServiceToken
    {
        try await bench.engine.acquireTokenOnBehalfOf(
            OnBehalfOfRequest(
                assertion: Secret(assertion),
                scopes: try ScopeSet(["User.Read"]),
                tenant: try TenantName(Bench.contoso),
                claims: claims
            )
        )
    }

    @Test("the request has the secret and the bare scope, and asks for no refresh token")
    func form() async throws {
        let bench = Self.bench()
        await bench.transport.add(Self.grant("AT-1"))
        #expect(try await Self.token(bench).accessToken.reveal() == "AT-1")
        #expect(
            await bench.transport.form(0) == [
                "client_id": Bench.clientID, "client_secret": "S3CRET", "grant_type": "client_credentials",
                "scope": Self.vault,
            ]
        )
        #expect(await bench.transport.requests[0].url.hasSuffix("/\(Bench.contoso)/oauth2/v2.0/token"))
    }

    @Test("an assertion is made for each request, for the token endpoint")
    func assertion() async throws {
        let bench = Self.bench(.assertion { Secret("for \($0)") })
        await bench.transport.add(Self.grant("AT-1"))
        _ = try await Self.token(bench)
        let form = await bench.transport.form(0)
        #expect(form["client_assertion"] == "for https://login.microsoftonline.com/\(Bench.contoso)/oauth2/v2.0/token")
        #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(form["client_secret"] == nil)
    }

    @Test("an assertion that cannot be made ends the request before anything is sent")
    func failedAssertion() async throws {
        let bench = Self.bench(.assertion { _ in throw LanyardError(.fileFailed, "the key is gone") })
        #expect(await failure { try await Self.token(bench) }?.message == "the key is gone")
        #expect(await bench.transport.requests.isEmpty)
    }

    @Test("a kept token serves its tenant and scope alone, until five minutes before its end")
    func kept() async throws {
        let bench = Self.bench()
        await bench.transport.add(Self.grant("AT-1"))
        _ = try await Self.token(bench)
        #expect(try await Self.token(bench).source == .cache)
        await bench.transport.add(Self.grant("AT-2"))
        #expect(try await Self.token(bench, tenant: Bench.fabrikam).accessToken.reveal() == "AT-2")
        await bench.transport.add(Self.grant("AT-3"))
        #expect(try await Self.token(bench, "https://graph.microsoft.com/.default").accessToken.reveal() == "AT-3")
        #expect(try await Self.token(bench).accessToken.reveal() == "AT-1")
        bench.clock.set(Bench.now + 3301)
        await bench.transport.add(Self.grant("AT-4"))
        #expect(try await Self.token(bench).accessToken.reveal() == "AT-4")
    }

    @Test("no account comes of it, whatever is listed, rebuilt or signed in")
    func nobody() async throws {
        let bench = Self.bench()
        await bench.transport.add(Self.grant("APP-1"))
        _ = try await Self.token(bench)
        #expect(try await bench.engine.cache.rebuildIndex().accounts.isEmpty)
        let account = try await bench.signIn().account
        #expect(try await bench.engine.cache.index().accounts.map(\.key) == [account.key])
        #expect(try await bench.silent(account).accessToken.reveal() != "APP-1")
    }

    @Test("a token to renew ahead of time serves where the authority is down, and a dead one does not")
    func outage() async throws {
        let bench = Self.bench()
        await bench.transport.add(Self.grant("AT-1", ["refresh_in": 60]))
        _ = try await Self.token(bench)
        bench.clock.set(Bench.now + 120)
        let broken = ScriptedTransport.Answer.failure(LanyardError(.network, "cut"))
        for _ in 0..<2 { await bench.transport.add(broken) }
        #expect(try await Self.token(bench).accessToken.reveal() == "AT-1")
        bench.clock.set(Bench.now + 4000)
        for _ in 0..<2 { await bench.transport.add(broken) }
        #expect(await failure { try await Self.token(bench) }?.code == .network)
    }

    @Test("a challenge passes the kept token over and replaces it")
    func challenge() async throws {
        let bench = Self.bench()
        for name in ["AT-1", "AT-2"] { await bench.transport.add(Self.grant(name)) }
        _ = try await Self.token(bench)
        let claims = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#
        #expect(try await Self.token(bench, claims: claims).accessToken.reveal() == "AT-2")
        #expect(await bench.transport.form(1)["claims"] == claims)
        #expect(try await Self.token(bench).accessToken.reveal() == "AT-2")
    }

    @Test("one caller's token never serves another, and each is traded once")
    func callers() async throws {
        let bench = Self.bench()
        await bench.transport.add(Self.grant("FOR-A"))
        await bench.transport.add(Self.grant("FOR-B"))
        #expect(try await Self.onBehalf(bench, "token of caller A").accessToken.reveal() == "FOR-A")
        #expect(try await Self.onBehalf(bench, "another, of caller B").accessToken.reveal() == "FOR-B")
        #expect(try await Self.onBehalf(bench, "token of caller A").accessToken.reveal() == "FOR-A")
        #expect(await bench.transport.requests.count == 2)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test("the authority's challenge goes outward as it came, and one caller's refusal holds back nobody else")
    func outward() async throws {
        let bench = Self.bench()
        let claims = #"{"access_token":{"capolids":{"essential":true,"values":["p1"]}}}"#
        await bench.transport.add(
            .json(
                400,
                [
                    "error": "interaction_required", "error_description": "AADSTS50076: no", "error_codes": [50_076],
                    "claims": .string(claims), "correlation_id": "c0ffee00-0000-4000-8000-000000000001",
                ]
            )
        )
        let error = try #require(await failure { try await Self.onBehalf(bench, "token of caller A") })
        #expect(error.code == .interactionRequired)
        #expect(error.claims == claims)
        #expect(error.correlationID == "c0ffee00-0000-4000-8000-000000000001")
        #expect(error.hint?.contains("lanyard login") == false)
        // Held back without a request.
        #expect(await failure { try await Self.onBehalf(bench, "token of caller A") }?.claims == claims)
        await bench.transport.add(Self.grant("FOR-B"))
        #expect(try await Self.onBehalf(bench, "another, of caller B").accessToken.reveal() == "FOR-B")
        #expect(await bench.transport.requests.count == 2)
    }

    private static func realm(_ type: String) -> ScriptedTransport.Answer {
        .json(200, ["ver": "1.0", "account_type": .string(type), "domain_name": "contoso.example"])
    }

    private static func password(_ bench: Bench, _ user: String = "alice@contoso.example") async throws
        -> AuthenticationResult
    {
        try await bench.engine.signInWithPassword(PasswordRequest(username: user, password: Secret("p w+%")))
    }

    @Test("a password goes to the authority once, even where the connection breaks")
    func brokenPassword() async throws {
        let bench = Bench([Self.realm("Managed"), .failure(LanyardError(.network, "cut"))])
        #expect(await failure { try await Self.password(bench) }?.code == .network)
        #expect(await bench.transport.requests.count == 2)
        #expect(await bench.transport.form(1)["password"] == "p w+%")
    }

    @Test(
        "where the password is checked elsewhere or nobody knows where, it is not sent",
        arguments: ["Federated", "", "?"]
    )
    func elsewhere(type: String) async throws {
        let bench = Bench([Self.realm(type)])
        let error = try #require(await failure { try await Self.password(bench) })
        #expect(error.code == (type == "Federated" ? .interactionRequired : .malformedReply))
        #expect(await bench.transport.requests.count == 1)
    }

    @Test(
        "a name that cannot be one is refused before anybody is asked",
        arguments: ["", "a b@c.example", "../x", "a\n@c.example"]
    )
    func badName(name: String) async throws {
        let bench = Bench()
        #expect(await failure { try await Self.password(bench, name) }?.field == "username")
        #expect(await bench.transport.requests.isEmpty)
    }
}
