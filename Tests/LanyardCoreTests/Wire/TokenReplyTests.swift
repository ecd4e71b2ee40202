import LanyardCore
import LanyardTesting
import Testing

@Suite("Token replies")
struct TokenReplyTests {
    @Test("B01 quoted numbers mean the same, and the second call after expiry refreshes")
    func quotedNumbers() async throws {
        let bench = Bench()
        let reply = Bench.reply([
            "expires_in": "3600", "ext_expires_in": "3600", "not_before": "1735689600", "expires_on": "1735693200",
        ])
        let result = try await bench.signIn(reply)
        // The device code was waited for, so the clock stands five seconds later.
        #expect(result.expiresOn == Bench.now + 5 + 3600)
        bench.clock.set(Bench.now + 3700)
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2", "refresh_token": "RT-2"])))
        let second = try await bench.silent(result.account)
        #expect(second.accessToken.reveal() == "AT-2")
        #expect(await bench.transport.form(2)["refresh_token"] == "RT-1")
    }

    @Test(
        "B01 without a lifetime the token goes to the caller and is not served again",
        arguments: [nil, JSONValue.null]
    )
    func noLifetime(value: JSONValue?) async throws {
        let bench = Bench()
        let result = try await bench.signIn(Bench.reply(["expires_in": value]))
        #expect(result.accessToken.reveal() == "AT-1")
        #expect(result.expiresOn == nil)
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2"])))
        #expect(try await bench.silent(result.account).accessToken.reveal() == "AT-2")
    }

    @Test(
        "B01 a lifetime that cannot be is refused by its name",
        arguments: ["soon", -5, 1_000_000_000_000, .number(1e30), .number(.infinity), [], true] as [JSONValue]
    )
    func impossibleLifetime(value: JSONValue) async throws {
        let bench = Bench()
        let error = try #require(await failure { try await bench.signIn(Bench.reply(["expires_in": value])) })
        #expect(error.code == .malformedReply)
        #expect(error.field == "expires_in")
        #expect(try await bench.engine.cache.index().accounts.isEmpty)
    }

    @Test("B02 without client_info the ID token's subject is the identity", arguments: [nil, ""] as [JSONValue?])
    func noClientInfo(value: JSONValue?) async throws {
        let bench = Bench()
        let idToken = Bench.jwt([
            "sub": "sub-alice-fabrikam", "tid": .string(Bench.fabrikam),
            "oid": "a11ce000-0000-4000-8000-0000000000f2", "preferred_username": "alice@contoso.example",
        ])
        let result = try await bench.signIn(Bench.reply(["client_info": value, "id_token": .string(idToken)]))
        #expect(result.account.homeAccountID.rawValue == "sub-alice-fabrikam")
        #expect(result.tenantID == Bench.fabrikam)
    }

    @Test("B02 an unreadable client_info is refused by its name", arguments: ["foo", "e30", "!!"])
    func badClientInfo(value: String) async throws {
        let bench = Bench()
        let error = try #require(await failure { try await bench.signIn(Bench.reply(["client_info": .string(value)])) })
        #expect(error.field == "client_info")
    }

    @Test("B02 without any identity the token goes to the caller and nothing is stored")
    func noIdentity() async throws {
        let bench = Bench()
        let result = try await bench.signIn(Bench.reply(["client_info": nil, "id_token": nil]))
        #expect(result.accessToken.reveal() == "AT-1")
        #expect(await bench.store.labels.isEmpty)
        #expect(bench.warnings.lines.count == 1)
    }

    @Test("B03 names come out code point for code point")
    func unicodeName() throws {
        let payload =
            "eyJuYW1lIjoi8J-ZgiDjgZXjgY_jgokiLCJvaWQiOiJhMTFjZTAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwYTEifQ"
        let token = try IDToken(jwt: "eyJhbGciOiJub25lIn0.\(payload).c2ln")
        #expect(token.name == "🙂 さくら")
        #expect(try IDToken(jwt: "eyJhbGciOiJub25lIn0.\(payload)==.c2ln").name == "🙂 さくら")
        #expect(throws: LanyardError(.malformedReply, "")) {
            try IDToken(jwt: "eyJhbGciOiJub25lIn0.\(payload.dropLast(1)).c2ln")
        }
    }

    @Test("B04 a fresh ID token is not judged by a clock that is behind, and a token from the future is renewed")
    func clockBehind() async throws {
        let bench = Bench()
        let idToken = Bench.jwt([
            "aud": .string(Bench.clientID), "iat": 1_735_696_800, "nbf": 1_735_696_800, "exp": 1_735_700_700,
            "tid": .string(Bench.contoso), "oid": .string(Bench.aliceOID), "sub": "s",
        ])
        let result = try await bench.signIn(Bench.reply(["id_token": .string(idToken)]))
        bench.clock.set(1_735_603_200)
        await bench.transport.add(.json(200, Bench.reply(["access_token": "AT-2"])))
        #expect(try await bench.silent(result.account).accessToken.reveal() == "AT-2")
    }

    @Test("a token of another type than Bearer is refused", arguments: [nil, "pop", ""] as [JSONValue?])
    func tokenType(value: JSONValue?) async throws {
        let bench = Bench()
        let error = try #require(await failure { try await bench.signIn(Bench.reply(["token_type": value])) })
        #expect(error.field == "token_type")
    }

    @Test(
        "no reply of an endpoint traps",
        arguments: ["", " ", "<html>", "[]", "null", "{", "{\"error\":5}", "\u{0}\u{1}"]
    )
    func strangeBodies(body: String) async throws {
        let bench = Bench()
        await bench.transport.add(.json(200, Bench.deviceCode))
        for _ in 0..<200 { await bench.transport.add(.raw(HTTPResponse(status: 200, body: Array(body.utf8)))) }
        let error = try #require(
            await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        )
        #expect([.signInTimedOut, .malformedReply].contains(error.code))
        #expect(await bench.store.labels.isEmpty)
    }
}

/// The `LanyardError` that the body throws, if it does.
func failure<Result>(_ body: () async throws -> Result) async -> LanyardError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? LanyardError
    }
}
