import LanyardCore
import LanyardTesting
import Testing

@Suite("Silent tokens")
struct SilentTests {
    @Test("B05 scopes are sets without order and case")
    func scopeSets() async throws {
        let bench = Bench()
        let account = try await bench.signIn(Bench.reply(["scope": "User.Read Mail.Read openid profile"])).account
        let result = try await bench.silent(account, ["mail.read", "USER.READ"])
        #expect(result.source == .cache)
        #expect(await bench.transport.requests.count == 2)
    }

    @Test("B05 what was granted is the truth: declined scopes are named and looked for again")
    func declinedScopes() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        await bench.transport.add(
            .json(200, Bench.reply(["scope": "files.readwrite openid profile", "access_token": "AT-2"]))
        )
        let first = try await bench.silent(account, ["Files.ReadWrite", "Calendars.Read"])
        #expect(first.declinedScopes == ["Calendars.Read"])
        await bench.transport.add(
            .json(200, Bench.reply(["scope": "files.readwrite openid profile", "access_token": "AT-3"]))
        )
        #expect(try await bench.silent(account, ["Files.ReadWrite", "Calendars.Read"]).source == .refresh)
        #expect(try await bench.silent(account, ["Files.ReadWrite"]).source == .cache)
    }

    @Test("B05 without scope in the reply everything asked for is granted, and no scope of one's own finds the entry")
    func noScope() async throws {
        let bench = Bench()
        let account = try await bench.signIn(Bench.reply(["scope": nil])).account
        #expect(try await bench.silent(account, ["user.read"]).source == .cache)
        #expect(try await bench.silent(account, []).source == .cache)
    }

    @Test("B07 a refusal in one tenant keeps the refresh token and names the way out")
    func refusalInOneTenant() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        let claims = #"{"access_token":{"capolids":{"essential":true,"values":["p1"]}}}"#
        await bench.transport.add(
            .json(
                400,
                [
                    "error": "invalid_grant",
                    "error_description": "AADSTS50076: multi-factor authentication is required.",
                    "error_codes": [50_076], "suberror": "basic_action", "claims": .string(claims),
                    "correlation_id": "c0ffee00-0000-4000-8000-000000000001",
                ]
            )
        )
        let error = try #require(
            await failure { try await bench.silent(account, tenant: try TenantName("fabrikam.example")) }
        )
        #expect(error.code == .interactionRequired)
        #expect(error.account == "alice@contoso.example")
        #expect(error.tenant == "fabrikam.example")
        #expect(error.claims == claims)
        #expect(error.correlationID == "c0ffee00-0000-4000-8000-000000000001")
        #expect(error.hint == "lanyard login -a alice@contoso.example -t fabrikam.example --claims '\(claims)'")
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2"])))
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-2")
        #expect(await bench.transport.form(3)["refresh_token"] == "RT-1")
    }

    @Test("B11 a guest's token is found by tenant under one account with two profiles, listed by its home name")
    func guest() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        let guestToken = Bench.jwt([
            "tid": .string(Bench.fabrikam), "oid": "a11ce000-0000-4000-8000-0000000000f2", "sub": "sub-f",
            "preferred_username": "alice_contoso.example#EXT#@fabrikam.example",
        ])
        let reply = Bench.reply(["access_token": "AT-F", "refresh_token": "RT-2", "id_token": .string(guestToken)])
        await bench.transport.add(.json(200, reply))
        let fabrikam = try TenantName("fabrikam.example")
        let first = try await bench.silent(account, tenant: fabrikam)
        #expect(first.tenantID == Bench.fabrikam)
        #expect(first.tenantProfile?.objectID == "a11ce000-0000-4000-8000-0000000000f2")
        #expect(try await bench.silent(account, tenant: fabrikam).accessToken.reveal() == "AT-F")
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-1")
        #expect(try await bench.silent(account, tenant: .common).accessToken.reveal() == "AT-1")
        let listed = try await bench.engine.cache.index().accounts
        #expect(listed.map(\.username) == ["alice@contoso.example"])
        #expect(listed.first?.tenantProfiles.map(\.tenantID) == [Bench.contoso, Bench.fabrikam])
        #expect(listed.first?.tenantProfiles.map(\.isHome) == [true, false])
        #expect(await bench.transport.requests.count == 3)
    }

    @Test("B12 a renewal under way never undoes a sign-out")
    func signOutWins() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        let cache = bench.engine.cache
        await bench.transport.add(
            .compute { _ in
                try await cache.remove(account.key)
                let body = Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])
                return HTTPResponse(status: 200, body: Array(body.serialized().utf8))
            }
        )
        let error = try #require(await failure { try await bench.silent(account) })
        #expect(error.code == .accountRemoved)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test("B24 a refused token that was rotated meanwhile is replaced by the stored one, once")
    func adoption() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        let cache = bench.engine.cache
        await bench.transport.add(
            .compute { _ in
                try await cache.update(account.key, .mustExist) { record, _ in
                    record.refreshToken = Secret("RT-2")
                    record.refreshTokenIssuedAt = Bench.now + 4000
                }
                let body: JSONValue = ["error": "invalid_grant", "error_codes": [70_000]]
                return HTTPResponse(status: 400, body: Array(body.serialized().utf8))
            }
        )
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-3", "refresh_token": "RT-3"])))
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-3")
        #expect(await bench.transport.form(3)["refresh_token"] == "RT-2")
        #expect(try await cache.record(account.key)?.refreshToken == Secret("RT-3"))
    }

    @Test("a renewal whose sign-in was replaced meanwhile keeps nothing and gives its token to the caller only")
    func overtaken() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        let (engine, transport) = (bench.engine, bench.transport)
        await transport.add(
            .compute { _ in
                let body = Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])
                await transport.add(.json(200, Bench.deviceCode))
                await transport.add(.json(200, Bench.reply(["access_token": "AT-S", "refresh_token": "RT-S"])))
                let request = DeviceCodeRequest(scopes: try ScopeSet(["User.Read"]))
                _ = try await engine.signInWithDeviceCode(request) { _ in }
                return HTTPResponse(status: 200, body: Array(body.serialized().utf8))
            }
        )
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-2")
        #expect(try await engine.cache.record(account.key)?.refreshToken == Secret("RT-S"))
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-S")
    }

    @Test("a refusal holds nobody back who signed in meanwhile in another process")
    func refusalOfAnEarlierSignIn() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        await bench.transport.add(.json(400, ["error": "invalid_grant", "error_codes": [50_076]]))
        #expect(await failure { try await bench.silent(account) }?.code == .interactionRequired)
        #expect(await failure { try await bench.silent(account) }?.code == .interactionRequired)
        #expect(await bench.transport.requests.count == 3)
        try await bench.engine.cache.update(account.key, .mayCreate) { record, _ in
            record.refreshToken = Secret("RT-S")
        }
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])))
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-2")
    }

    @Test("a clock that was set back loses neither a rotated refresh token nor that of a sign-in")
    func clockSetBack() async throws {
        let bench = Bench()
        bench.clock.set(Bench.now + 86_400)
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now)
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])))
        _ = try await bench.engine.acquireTokenSilent(
            SilentRequest(account: account, scopes: try ScopeSet(["User.Read"]), forceRefresh: true)
        )
        #expect(try await bench.engine.cache.record(account.key)?.refreshToken == Secret("RT-2"))
        bench.clock.set(Bench.now - 86_400)
        try await bench.signIn(Bench.reply(["refresh_token": "RT-S"]))
        #expect(try await bench.engine.cache.record(account.key)?.refreshToken == Secret("RT-S"))
    }

    @Test(
        "a refused token is dropped only where the answer is about the token itself",
        arguments: [
            (70_000, true), (700_082, true), (50_173, true), (9_002_313, true), (50_076, false), (53_003, false),
            (65_001, false), (50_057, false), (50_020, false),
        ]
    )
    func dropping(number: Int, drops: Bool) async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        await bench.transport.add(.json(400, ["error": "invalid_grant", "error_codes": [.integer(Int64(number))]]))
        #expect(await failure { try await bench.silent(account) } != nil)
        #expect(try await bench.engine.cache.record(account.key)?.refreshToken == (drops ? nil : Secret("RT-1")))
        #expect(try await bench.engine.cache.index().accounts.first?.needsSignIn == drops)
    }

    @Test("many tasks that need the same token make one request")
    func coalescing() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])))
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try await bench.silent(account).accessToken.reveal() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == ["AT-2"])
        #expect(await bench.transport.requests.count == 3)
    }

    @Test("another account's answer is refused and not stored")
    func otherIdentity() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        bench.clock.set(Bench.now + 4000)
        let bob = Bench.clientInfo("b0b00000-0000-4000-8000-0000000000b0")
        await bench.transport.add(.json(200, Bench.reply(["client_info": .string(bob), "access_token": "AT-B"])))
        #expect(await failure { try await bench.silent(account) }?.code == .invalidToken)
        #expect(try await bench.engine.cache.record(account.key)?.refreshToken == Secret("RT-1"))
    }

    @Test("a failing service leaves a token that should only be renewed ahead of time")
    func outage() async throws {
        let bench = Bench()
        let account = try await bench.signIn(Bench.reply(["expires_in": 7200, "refresh_in": 3600])).account
        bench.clock.set(Bench.now + 3700)
        for _ in 0..<2 { await bench.transport.add(.raw(HTTPResponse(status: 503))) }
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-1")
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2"])))
        bench.clock.set(Bench.now + 3800)
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-2")
    }

    @Test(
        "a token past its life is handed out while the service is down only where that is wanted",
        arguments: [true, false]
    )
    func extendedLifetime(isWanted: Bool) async throws {
        let bench = Bench(
            settings: EngineSettings(
                clientID: Bench.clientID,
                usesExtendedLifetime: isWanted,
                requiresSignedIDTokens: false
            )
        )
        let account = try await bench.signIn(Bench.reply(["ext_expires_in": 7200])).account
        bench.clock.set(Bench.now + 4000)
        for _ in 0..<2 { await bench.transport.add(.raw(HTTPResponse(status: 503))) }
        if isWanted {
            let result = try await bench.silent(account)
            #expect(result.accessToken.reveal() == "AT-1")
            #expect(result.isExtended)
        } else {
            #expect(await failure { try await bench.silent(account) }?.code == .serverUnavailable)
        }
    }

    @Test("a store without a place for volatile items keeps the tokens in the account's item")
    func withoutVolatileCollection() async throws {
        let bench = Bench(hasVolatileCollection: false)
        let account = try await bench.signIn().account
        #expect(try await bench.silent(account).source == .cache)
        #expect(await bench.store.labels.count == 1)
    }

    @Test("a locked store is an error, never an empty list, and nothing is asked of the network")
    func locked() async throws {
        let bench = Bench()
        await bench.store.fail(with: LanyardError(.storeLocked, "locked"))
        #expect(await failure { try await bench.engine.cache.index() }?.code == .storeLocked)
        #expect(await bench.transport.requests.isEmpty)
    }
}
