import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Other grants")
struct OtherGrantTests {
    private static func password(_ user: String, _ password: String) -> [(String, String)] {
        [
            ("grant_type", "password"), ("client_id", Known.app), ("username", user), ("password", password),
            ("scope", Known.scope),
        ]
    }

    @Test(
        "row 26: name and password",
        arguments: [
            ("carl@contoso.example", World.standardPassword, 50057),
            ("dora@contoso.example", World.standardPassword, 50055), (Known.bob, "wrong", 50126),
            ("nobody@contoso.example", "x", 50034), ("mia@outlook.example", World.standardPassword, 50034),
        ]
    )
    func refusedPassword(user: String, password: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.token("organizations", Self.password(user, password))
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_grant")
        #expect(reply.errorNumber == number)
    }

    @Test("row 26: the right password, at home only")
    func goodPassword() throws {
        var bench = try Bench()
        let form = Self.password(Known.alice, World.standardPassword)
        #expect(bench.token("organizations", form).status == 200)
        #expect(bench.token(Known.fabrikam, form).errorNumber == 50034)
    }

    private static func credentials(_ scope: String) -> [(String, String)] {
        [
            ("grant_type", "client_credentials"), ("client_id", Known.service),
            ("client_secret", "demo-secret-not-secret"), ("scope", scope),
        ]
    }

    @Test("row 27: an app for itself gets a token and nothing else")
    func credentials() throws {
        var bench = try Bench()
        let scope = "https://graph.microsoft.com/.default offline_access openid profile"
        let reply = bench.token(Known.contoso, Self.credentials(scope))
        #expect(reply.status == 200)
        #expect(
            Set(reply.json?.objectValue?.keys.map { $0 } ?? []) == [
                "token_type", "access_token", "expires_in", "ext_expires_in",
            ]
        )
        let claims = try #require(reply.claims(of: "access_token"))
        #expect(claims["idtyp"] == "app")
        #expect(claims["oid"] == claims["sub"])
        #expect(claims["scp"] == nil)
    }

    @Test(
        "row 27: where and for what an app cannot act for itself",
        arguments: [
            ("common", "https://graph.microsoft.com/.default", "invalid_request", 9_001_023),
            (Known.contoso, "https://graph.microsoft.com/User.Read", "invalid_scope", 1_002_012),
            (Known.contoso, "openid", "invalid_scope", 1_002_012),
            (Known.fabrikam, "https://graph.microsoft.com/.default", "unauthorized_client", 700016),
        ]
    )
    func badCredentials(tenant: String, scope: String, error: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.token(tenant, Self.credentials(scope))
        #expect(reply.error == error)
        #expect(reply.errorNumber == number)
    }

    private static func onBehalf(_ assertion: String) -> [(String, String)] {
        [
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("requested_token_use", "on_behalf_of"),
            ("client_id", Known.api), ("client_secret", "api-secret-not-secret"), ("assertion", assertion),
            ("scope", "https://graph.microsoft.com/User.Read"),
        ]
    }

    @Test("row 28: a middle tier trades its own token, and only that")
    func onBehalf() throws {
        var bench = try Bench()
        let scope = [("scope", "openid profile offline_access api://lanyard-demo/Read")]
        let reply = try bench.signIn(Known.contoso, as: Known.alice, scope)
        let token = try #require(reply["access_token"]?.stringValue)
        let traded = bench.token(Known.contoso, Self.onBehalf(token))
        #expect(traded.status == 200)
        #expect(traded.claims(of: "access_token")?["oid"] == .string(Known.aliceID))
        #expect(traded.claims(of: "access_token")?["aud"] == "https://graph.microsoft.com")
        let graph = try #require(traded.json?["access_token"]?.stringValue)
        #expect(bench.token(Known.contoso, Self.onBehalf(graph)).errorNumber == 500131)
        #expect(bench.token(Known.contoso, Self.onBehalf(String(token.dropLast(4)) + "AAAA")).errorNumber == 50013)
        bench.now += 90000
        #expect(bench.token(Known.contoso, Self.onBehalf(token)).errorNumber == 500133)
    }

    @Test("row 28: a policy's claims reach the middle tier")
    func onBehalfPolicy() throws {
        var bench = try Bench()
        let scope = [("scope", "openid profile api://lanyard-demo/Read")]
        let reply = try bench.signIn(Known.contoso, as: Known.alice, scope)
        bench.service.state.rules[Known.contoso] = [PolicyRule(require: "mfa")]
        let refused = bench.token(Known.contoso, Self.onBehalf(try #require(reply["access_token"]?.stringValue)))
        #expect(refused.errorNumber == 50076)
        #expect(refused.json?["claims"]?.stringValue?.contains("capolids") == true)
    }
}
