import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Other kinds of authority")
struct AuthorityKindTests {
    private static let carol = "carol@customer.example"
    private static let customers = "eeeeeeee-0000-4000-8000-0000000000b2"
    private static let external = "eeeeeeee-0000-4000-8000-0000000c1a30"
    private static let apiScope = "openid offline_access https://contoso.onmicrosoft.com/demo-api/demo.read"

    private static func b2c() throws -> Bench {
        var bench = try Bench()
        bench.host = "contoso.b2clogin.com"
        return bench
    }

    @Test(
        "row 37: every form of a user flow's address leads to its issuer, in any case",
        arguments: [
            ("/contoso.onmicrosoft.com/B2C_1_signin/v2.0/.well-known/openid-configuration", "", false),
            ("/contoso.onmicrosoft.com/b2c_1_SIGNIN/v2.0/.well-known/openid-configuration", "", false),
            ("/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration", "B2C_1_signin", false),
            ("/tfp/contoso.onmicrosoft.com/B2C_1_signin/v2.0/.well-known/openid-configuration", "", true),
        ]
    )
    func userFlow(path: String, query: String, isTrustFramework: Bool) throws {
        var bench = try Self.b2c()
        let reply = bench.get(path, query.isEmpty ? [] : [("p", query)])
        let tail = isTrustFramework ? "tfp/\(Self.customers)/b2c_1_signin/v2.0/" : "\(Self.customers)/v2.0/"
        #expect(reply.json?["issuer"] == .string("https://contoso.b2clogin.com/" + tail))
        #expect(reply.json?["device_authorization_endpoint"] == nil)
    }

    @Test("row 37: a user flow that does not exist is not found")
    func noUserFlow() throws {
        var bench = try Self.b2c()
        #expect(bench.get("/contoso.onmicrosoft.com/B2C_1_nothing/v2.0/.well-known/openid-configuration").status == 404)
    }

    @Test("row 37: the user flow is part of the account and of the token")
    func account() throws {
        var bench = try Self.b2c()
        let flow = "contoso.onmicrosoft.com/B2C_1_signin"
        let reply = try bench.signIn(flow, as: Self.carol, [("scope", Self.apiScope)])
        let claims = try #require(reply["id_token"]?.stringValue.flatMap(JWT.claims))
        #expect(claims["tfp"] == "B2C_1_signin")
        #expect(claims["iss"] == .string("https://contoso.b2clogin.com/\(Self.customers)/v2.0/"))
        #expect(claims["emails"] == [.string(Self.carol)])
        #expect(claims["tid"] == nil)
        let info = try #require(reply["client_info"]?.stringValue.flatMap(Base64URL.decode))
        #expect(try JSONValue.parse(info)["uid"]?.stringValue?.hasSuffix("-b2c_1_signin") == true)
        #expect(reply["not_before"]?.integerValue != nil)
        // A refresh token of one user flow is none of another.
        let token = try #require(reply["refresh_token"]?.stringValue)
        let other = bench.refresh("contoso.onmicrosoft.com/B2C_1_edit", token, scope: Self.apiScope)
        #expect(other.errorNumber == 70000)
        #expect(bench.refresh(flow, token, scope: Self.apiScope).status == 200)
    }

    @Test("row 37: without a scope of an API there is no access token")
    func noAccessToken() throws {
        var bench = try Self.b2c()
        let reply = try bench.signIn(
            "contoso.onmicrosoft.com/B2C_1_signin",
            as: Self.carol,
            [("scope", "openid offline_access")]
        )
        #expect(reply["access_token"] == nil)
        #expect(reply["id_token"] != nil)
    }

    @Test(
        "row 37: leaving and a forgotten password have numbers of their own",
        arguments: [("cancel", "AADB2C90091"), ("forgot", "AADB2C90118")]
    )
    func refusals(word: String, code: String) throws {
        var bench = try Self.b2c()
        let sent = Redirected(bench.authorize("contoso.onmicrosoft.com/B2C_1_signin", as: Self.carol + "; " + word))
        #expect(sent?["error"] == "access_denied")
        #expect(sent?["error_description"]?.hasPrefix(code + ":") == true)
    }

    @Test("row 38: External ID's issuer is on the host of its id", arguments: ["", "/fabrikam.onmicrosoft.com"])
    func external(path: String) throws {
        var bench = try Bench()
        bench.host = "fabrikam.ciamlogin.com"
        let reply = bench.get(path + "/v2.0/.well-known/openid-configuration")
        let issuer = "https://\(Self.external).ciamlogin.com/\(Self.external)/v2.0"
        #expect(reply.json?["issuer"] == .string(issuer))
        let token = try bench.signIn("fabrikam.onmicrosoft.com", as: Self.carol)["id_token"]?.stringValue
        #expect(token.flatMap(JWT.claims)?["iss"] == .string(issuer))
    }

    @Test("row 38: a federation server knows no client_info, and its people by upn")
    func federation() throws {
        var bench = try Bench()
        bench.host = "adfs.localhost"
        let document = bench.get("/adfs/.well-known/openid-configuration")
        #expect(document.json?["issuer"] == "https://adfs.localhost/adfs")
        #expect(document.json?["access_token_issuer"] == "http://adfs.localhost/adfs/services/trust")
        #expect(document.json?["microsoft_multi_refresh_token"] == true)
        let query = Bench.order([("scope", "openid offline_access allatclaims")])
        let headers = [HTTPField(MachinePath.header, "user=adam@adfs.localhost")]
        let sent = bench.get("/adfs/oauth2/authorize", query, headers: headers)
        let code = try #require(Redirected(sent)?["code"])
        let reply = bench.post("/adfs/oauth2/token", Bench.codeForm(code))
        #expect(reply.status == 200)
        #expect(reply.json?["client_info"] == nil)
        let claims = try #require(reply.claims(of: "id_token"))
        #expect(claims["upn"] == "adam@adfs.localhost")
        #expect(claims["oid"] == nil)
        #expect(claims["tid"] == nil)
    }

    @Test("row 39: a generic provider says only what the standards say")
    func generic() throws {
        var bench = try Bench()
        let document = bench.get("/oidc/.well-known/openid-configuration")
        #expect(document.json?["issuer"] == "https://localhost:8443/oidc")
        #expect(document.json?["code_challenge_methods_supported"] == ["S256"])
        let headers = [HTTPField(MachinePath.header, "user=" + Known.alice)]
        let query = Bench.order([("scope", "openid profile email offline_access")])
        let code = try #require(Redirected(bench.get("/oidc/authorize", query, headers: headers))?["code"])
        let reply = bench.post("/oidc/token", Bench.codeForm(code))
        #expect(reply.status == 200)
        #expect(reply.json?["client_info"] == nil)
        #expect(reply.json?["ext_expires_in"] == nil)
        let claims = try #require(reply.claims(of: "id_token"))
        #expect(claims["sub"] == .string(Known.aliceID))
        #expect(claims["email"] == .string(Known.alice))
        #expect(claims["tid"] == nil)
        let device = bench.post("/oidc/devicecode", [("client_id", Known.app), ("scope", "openid")])
        #expect(device.json?["message"] == nil)
        #expect(device.json?["verification_uri_complete"] != nil)
    }

    @Test("row 38: tenants of another cloud are found at its own host only")
    func sovereign() throws {
        var bench = try Bench()
        bench.host = "login.microsoftonline.com"
        let path = "/contosofederal.example/v2.0/.well-known/openid-configuration"
        #expect(bench.get(path).errorNumber == 90038)
        bench.host = "login.microsoftonline.us"
        let reply = bench.get(path)
        #expect(reply.json?["issuer"]?.stringValue?.hasPrefix("https://login.microsoftonline.us/") == true)
        #expect(reply.json?["msgraph_host"] == "graph.microsoft.us")
    }
}
