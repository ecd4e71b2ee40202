import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Token endpoint")
struct TokenTests {
    @Test("row 14: a code is good once, within ten minutes, for its verifier, URI and tenant")
    func code() throws {
        var bench = try Bench()
        let first = try bench.code(Known.contoso, as: Known.alice)
        #expect(bench.token(Known.contoso, Bench.codeForm(first)).status == 200)
        let replay = bench.token(Known.contoso, Bench.codeForm(first))
        #expect(replay.status == 400)
        #expect(replay.error == "invalid_grant")
        #expect(replay.errorNumber == 54005)
    }

    @Test(
        "row 14: a code with something else than the request's own is refused",
        arguments: [
            (Known.contoso, [("code_verifier", String(repeating: "x", count: 43))], "invalid_grant", 501481),
            (Known.contoso, [("code_verifier", "")], "invalid_grant", 501481),
            (Known.contoso, [("redirect_uri", "http://localhost:5556")], "invalid_client", 500112),
            (Known.fabrikam, [], "invalid_grant", 700005),
            (Known.contoso, [("client_id", Known.azureCLI)], "invalid_grant", 70000),
            (Known.contoso, [("code", "garbage")], "invalid_grant", 9_002_313),
            (Known.contoso, [("scope", "User.Read https://vault.azure.net/.default")], "invalid_scope", 70011),
            (
                Known.contoso, [("scope", "User.Read https://vault.azure.net/user_impersonation")], "invalid_scope",
                28000
            ),
        ]
    )
    func wrongCode(tenant: String, changes: [(String, String)], error: String, number: Int) throws {
        var bench = try Bench()
        let code = try bench.code(Known.contoso, as: Known.alice)
        let reply = bench.token(tenant, Bench.codeForm(code, changes))
        #expect(reply.status == 400)
        #expect(reply.error == error)
        #expect(reply.errorNumber == number)
        #expect(bench.token(Known.contoso, Bench.codeForm(code)).status == 200)
    }

    @Test("row 14: after eleven minutes a code has expired")
    func oldCode() throws {
        var bench = try Bench()
        let code = try bench.code(Known.contoso, as: Known.alice)
        bench.now += 660
        #expect(bench.token(Known.contoso, Bench.codeForm(code)).errorNumber == 70008)
    }

    @Test(
        "row 15: a malformed request says what is missing",
        arguments: [
            ([("client_id", Known.app)], "invalid_request", 900144, 400),
            ([("grant_type", "foo"), ("client_id", Known.app)], "unsupported_grant_type", 70003, 400),
            ([("grant_type", "refresh_token")], "invalid_request", 900144, 400),
            ([("grant_type", "refresh_token"), ("client_id", Known.app)], "invalid_request", 900144, 400),
            (
                [("grant_type", "refresh_token"), ("client_id", Known.app), ("client_secret", "x")], "invalid_client",
                700025, 401
            ),
            ([("grant_type", "client_credentials"), ("client_id", Known.service)], "invalid_client", 7_000_218, 401),
            (
                [("grant_type", "client_credentials"), ("client_id", Known.service), ("client_secret", "wrong")],
                "invalid_client", 7_000_215, 401
            ),
            (
                [("grant_type", "refresh_token"), ("client_id", "99999999-9999-4999-8999-999999999999")],
                "unauthorized_client", 700016, 400
            ),
        ]
    )
    func malformed(form: [(String, String)], error: String, number: Int, status: Int) throws {
        var bench = try Bench()
        let reply = bench.token(Known.contoso, form)
        #expect(reply.status == status)
        #expect(reply.error == error)
        #expect(reply.errorNumber == number)
    }

    @Test("row 15: an error carries everything that clients and people look for")
    func errorBody() throws {
        var bench = try Bench()
        let id = "12345678-1234-4234-8234-123456789abc"
        let headers = [HTTPField("client-request-id", id), HTTPField("Return-Client-Request-Id", "true")]
        let reply = bench.token(Known.contoso, [("grant_type", "foo"), ("client_id", Known.app)], headers: headers)
        let body = try #require(reply.json)
        #expect(body["correlation_id"] == .string(id))
        #expect(reply.header("client-request-id") == id)
        #expect(body["error_codes"] == [70003])
        #expect(body["timestamp"]?.stringValue?.count == 20)
        let text = try #require(body["error_description"]?.stringValue)
        #expect(text.hasPrefix("AADSTS70003: "))
        #expect(text.contains("Trace ID: \(body["trace_id"]?.stringValue ?? "?") Correlation ID: \(id) Timestamp: "))
        #expect(!text.contains("\n"))
        #expect(reply.header("Cache-Control") == "no-store, no-cache")
        #expect(reply.header("x-ms-request-id") == body["trace_id"]?.stringValue)
    }

    @Test("row 15: a GET, a JSON body and a repeated parameter")
    func wrongForm() throws {
        var bench = try Bench()
        let got = bench.get("/\(Known.contoso)/oauth2/v2.0/token")
        #expect(got.errorNumber == 900561)
        let json = bench.send(
            Request(
                method: "POST",
                host: bench.host,
                path: "/\(Known.contoso)/oauth2/v2.0/token",
                headers: [HTTPField("Content-Type", "application/json")],
                body: Array("{\"grant_type\":\"refresh_token\"}".utf8)
            )
        )
        #expect(json.errorNumber == 900144)
        let twice = [("grant_type", "refresh_token"), ("grant_type", "refresh_token"), ("client_id", Known.app)]
        #expect(bench.token(Known.contoso, twice).error == "invalid_request")
    }

    @Test("row 15: a secret may come by HTTP Basic")
    func basic() throws {
        var bench = try Bench()
        let pair = Base64Text.encode(Array("\(Known.service):demo-secret-not-secret".utf8))
        let form = [("grant_type", "client_credentials"), ("scope", "https://graph.microsoft.com/.default")]
        let reply = bench.token(Known.contoso, form, headers: [HTTPField("Authorization", "Basic " + pair)])
        #expect(reply.status == 200)
    }

    @Test("row 16: numbers are integers, every scope comes back, client_info is unpadded")
    func success() throws {
        var bench = try Bench()
        let code = try bench.code(Known.contoso, as: Known.alice)
        let reply = bench.token(Known.contoso, Bench.codeForm(code))
        let body = try #require(reply.json)
        #expect(body["token_type"] == "Bearer")
        let lifetime = try #require(body["expires_in"]?.integerValue)
        #expect((3600..<5400).contains(lifetime))
        #expect(body["ext_expires_in"] == .integer(lifetime))
        #expect(body["refresh_in"] == nil)
        let scopes = Set((body["scope"]?.stringValue ?? "").split(separator: " ").map(String.init))
        #expect(scopes.isSuperset(of: ["openid", "profile", "User.Read"]))
        #expect(!scopes.contains("offline_access"))
        #expect(body["client_info"]?.stringValue?.contains("=") == false)
        #expect(body["refresh_token"] != nil)
        #expect(body["foci"] == nil)
        let claims = try #require(reply.claims(of: "id_token"))
        #expect(claims["iss"] == .string("https://localhost:8443/\(Known.contoso)/v2.0"))
        #expect(claims["aud"] == .string(Known.app))
        #expect(claims["nonce"] == "n-0S6")
        #expect(claims["xms_emulator"] == true)
        #expect(JWT.verify(try #require(body["id_token"]?.stringValue), by: bench.service.ring) != nil)
    }

    @Test("row 17: the answer can be made as other servers make it")
    func tweaks() throws {
        var bench = try Bench()
        let token = try bench.refreshToken(Known.contoso, as: Known.alice)
        var fault = Fault()
        fault.strings = true
        fault.drop = ["client_info", "refresh_token"]
        fault.set = ["token_type": "bearer", "extra": [1, 2]]
        let reply = bench.refresh(Known.contoso, token, fault: fault)
        #expect(reply.json?["expires_in"]?.stringValue != nil)
        #expect(reply.json?["client_info"] == nil)
        #expect(reply.json?["refresh_token"] == nil)
        #expect(reply.json?["token_type"] == "bearer")
        #expect(reply.json?["extra"] == [1, 2])
    }

    @Test(
        "row 18: the scope comes back as it was asked for, with everything in it",
        arguments: [
            ("User.Read", ["User.Read"], Resource.graphAppID),
            (
                "https://graph.microsoft.com/User.Read", ["https://graph.microsoft.com/User.Read"],
                "https://graph.microsoft.com"
            ),
            (
                "https://management.core.windows.net//.default",
                [
                    "https://management.core.windows.net//user_impersonation",
                    "https://management.core.windows.net//.default",
                ], "https://management.core.windows.net/"
            ),
            (
                "499b84ac-1321-427f-aa17-267ca6975798/.default",
                ["499b84ac-1321-427f-aa17-267ca6975798/user_impersonation"], "499b84ac-1321-427f-aa17-267ca6975798"
            ),
        ]
    )
    func scopes(asked: String, expected: [String], audience: String) throws {
        var bench = try Bench()
        let token = try bench.refreshToken(Known.contoso, as: Known.alice)
        let reply = bench.refresh(Known.contoso, token, scope: asked)
        let scopes = Set((reply.json?["scope"]?.stringValue ?? "").split(separator: " ").map(String.init))
        #expect(scopes.isSuperset(of: expected))
        #expect(reply.claims(of: "access_token")?["aud"] == .string(audience))
        #expect(reply.claims(of: "access_token")?["iss"] == .string("https://sts.windows.net/\(Known.contoso)/"))
    }

    @Test(
        "row 18: scopes that cannot be",
        arguments: [
            ("api://lanyard-demo/Read User.Read", "invalid_scope", 28000),
            (".default User.Read", "invalid_scope", 70011),
            ("api://nobody/.default", "invalid_resource", 500011), ("User.Nothing", "invalid_scope", 70011),
        ]
    )
    func badScopes(asked: String, error: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.refresh(Known.contoso, try bench.refreshToken(Known.contoso, as: Known.alice), scope: asked)
        #expect(reply.error == error)
        #expect(reply.errorNumber == number)
    }

    @Test("row 18: openid alone gives an ID token and a token for Graph")
    func openIDOnly() throws {
        var bench = try Bench()
        let reply = bench.refresh(
            Known.contoso,
            try bench.refreshToken(Known.contoso, as: Known.alice),
            scope: "openid"
        )
        #expect(reply.json?["id_token"] != nil)
        #expect(reply.claims(of: "access_token")?["aud"] == .string(Resource.graphAppID))
    }

    @Test("row 19: a permission that was not granted is missing from the reply and the token")
    func declined() throws {
        var bench = try Bench()
        var fault = Fault()
        fault.decline = ["Mail.Read"]
        let token = try bench.refreshToken(Known.contoso, as: Known.alice)
        let reply = bench.refresh(Known.contoso, token, scope: "User.Read Mail.Read", fault: fault)
        #expect(reply.status == 200)
        #expect(reply.json?["scope"] == "User.Read")
        #expect(reply.claims(of: "access_token")?["scp"] == "User.Read")
    }

    @Test("unknown parameters, also of the URL, and a doubled slash are passed over")
    func tolerance() throws {
        var bench = try Bench()
        let token = try bench.refreshToken(Known.contoso, as: Known.alice)
        let form = [
            ("grant_type", "refresh_token"), ("client_id", Known.app), ("refresh_token", token), ("haschrome", "1"),
        ]
        let reply = bench.send(
            Request(
                method: "POST",
                host: bench.host,
                path: "/\(Known.contoso)//oauth2/v2.0/TOKEN",
                query: "haschrome=1",
                headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")],
                body: Array(FormURLEncoding.encode(form).utf8)
            )
        )
        #expect(reply.status == 200)
    }
}
