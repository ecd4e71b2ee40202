import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Authorize")
struct AuthorizeTests {
    @Test("row 06: form_post is a page that posts code, state and client_info to exactly the redirect URI")
    func formPost() throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, [("response_mode", "form_post")])
        #expect(reply.status == 200)
        let sent = try #require(Redirected(reply))
        #expect(sent.target == "http://localhost:5555")
        #expect(sent["state"] == "s+t&a=te")
        #expect(sent["code"] != nil)
        let info = try #require(sent["client_info"].flatMap(Base64URL.decode))
        #expect(try JSONValue.parse(info) == ["uid": .string(Known.aliceID), "utid": .string(Known.contoso)])
        #expect(sent["client_info"]?.contains("=") == false)
        #expect(reply.text.contains("<noscript>"))
        #expect(reply.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        // Entra sends no issuer (RFC 9207), so no client may insist on one.
        #expect(sent["iss"] == nil)
    }

    @Test("row 06: a state that looks like HTML stays a value")
    func escaping() throws {
        var bench = try Bench()
        let nasty = "\"><script>alert(1)</script>"
        let reply = bench.authorize(Known.contoso, as: Known.alice, [("response_mode", "form_post"), ("state", nasty)])
        #expect(!reply.text.contains("<script>alert"))
        #expect(Redirected(reply)?["state"] == nasty)
    }

    @Test("row 07: without a response mode the code comes by query, with a slash in front")
    func query() throws {
        var bench = try Bench()
        let reply = bench.authorize("organizations", as: Known.alice)
        #expect(reply.status == 302)
        #expect(reply.header("Location")?.hasPrefix("http://localhost:5555/?code=") == true)
        #expect(Redirected(reply)?["state"] == "s+t&a=te")
    }

    @Test(
        "row 09: nothing is ever sent to a redirect URI that is not registered",
        arguments: [
            ("redirect_uri", "http://localhost:1/other", 50011), ("redirect_uri", "https://localhost", 50011),
            ("redirect_uri", "http://localhost.evil.example/", 50011), ("redirect_uri", "http://localhost:5#x", 50011),
            ("redirect_uri", "https://app.example/CB", 50011), ("redirect_uri", "http://user@localhost:5", 50011),
            ("client_id", "99999999-9999-4999-8999-999999999999", 700016), ("client_id", "", 900144),
        ]
    )
    func badTarget(name: String, value: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, [(name, value)])
        #expect(reply.status == 400)
        #expect(reply.header("Location") == nil)
        #expect(reply.text.contains("AADSTS\(number)"))
        #expect(bench.service.exchange.log.error == number)
    }

    @Test(
        "row 09: registered URIs pass, on loopback with any port",
        arguments: ["http://127.0.0.1:9/cb", "http://localhost:40000", "http://localhost/", "https://app.example/cb"]
    )
    func goodTarget(uri: String) throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, [("redirect_uri", uri)])
        #expect(Redirected(reply)?["code"] != nil)
    }

    @Test(
        "row 10: a request that is not right is answered at the redirect URI, with its number",
        arguments: [
            ([("scope", "")], "invalid_request", 900144),
            ([("response_type", "foo")], "unsupported_response_type", 70005),
            ([("response_type", "")], "invalid_request", 900144),
            ([("response_type", "id_token"), ("response_mode", "query")], "invalid_request", 70007),
            ([("response_type", "id_token"), ("nonce", "")], "invalid_request", 90014),
            ([("prompt", "foo")], "invalid_request", 90023),
            ([("code_challenge", String(Known.challenge.dropLast()))], "invalid_request", 501491),
            ([("claims", "{nonsense")], "invalid_request", 0),
            ([("scope", ".default User.Read")], "invalid_scope", 70011),
            ([("scope", "api://nobody/x")], "invalid_resource", 500011),
        ]
    )
    func malformed(changes: [(String, String)], error: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, changes)
        let sent = try #require(Redirected(reply))
        #expect(sent.target.hasPrefix("http://localhost:5555"))
        #expect(sent["error"] == error)
        #expect(sent["state"] == "s+t&a=te")
        #expect(sent["code"] == nil)
        if number > 0 { #expect(sent["error_description"]?.hasPrefix("AADSTS\(number): ") == true) }
    }

    @Test("row 10: a parameter given twice gets a page, two resources in one sign-in are fine")
    func repeatedAndSeveral() throws {
        var bench = try Bench()
        let twice = bench.get("/\(Known.contoso)/oauth2/v2.0/authorize", Bench.order() + [("state", "again")])
        #expect(twice.status == 400)
        #expect(twice.text.contains("AADSTS90023"))
        let scope = "openid User.Read https://management.azure.com/user_impersonation"
        #expect(Redirected(bench.authorize(Known.contoso, as: Known.alice, [("scope", scope)]))?["code"] != nil)
    }

    @Test("row 11: prompt=none needs exactly one session")
    func silent() throws {
        var bench = try Bench()
        let none = bench.authorize(Known.contoso, as: nil, [("prompt", "none")])
        #expect(Redirected(none)?["error"] == "login_required")
        #expect(Redirected(none)?["error_description"]?.hasPrefix("AADSTS50058") == true)
        let alice = bench.service.newSignIn(try #require(bench.service.world.user(Known.alice)))
        let bob = bench.service.newSignIn(try #require(bench.service.world.user(Known.bob)))
        func cookie(_ signIns: [SignIn]) throws -> String {
            let session = BrowserSession(signIns: signIns)
            return BrowserSession.cookie + "="
                + (try bench.service.sealer.seal(session, purpose: BrowserSession.purpose))
        }
        let one = bench.authorize("organizations", as: nil, [("prompt", "none")], cookie: try cookie([alice]))
        #expect(Redirected(one)?["code"] != nil)
        let two = try cookie([alice, bob])
        let both = bench.authorize("organizations", as: nil, [("prompt", "none")], cookie: two)
        #expect(Redirected(both)?["error"] == "interaction_required")
        #expect(Redirected(both)?["error_description"]?.hasPrefix("AADSTS16000") == true)
        let hinted = [("prompt", "none"), ("login_hint", Known.bob)]
        #expect(Redirected(bench.authorize("organizations", as: nil, hinted, cookie: two))?["code"] != nil)
    }

    @Test("row 12: leaving the page and declining consent are two different answers")
    func refusals() throws {
        var bench = try Bench()
        let left = try #require(Redirected(bench.authorize(Known.contoso, as: Known.alice + "; cancel")))
        #expect(left["error"] == "access_denied")
        #expect(left["error_subcode"] == "cancel")
        let declined = try #require(
            Redirected(
                bench.authorize(
                    Known.contoso,
                    as: Known.alice + "; consent=no",
                    [("scope", "openid api://lanyard-demo/Read")]
                )
            )
        )
        #expect(declined["error"] == "access_denied")
        #expect(declined["error_subcode"] == nil)
        #expect(declined["error_description"]?.hasPrefix("AADSTS65004") == true)
    }

    @Test(
        "row 13: an app of one tenant is refused at common and in other tenants",
        arguments: [("common", 50194), (Known.fabrikam, 700016)]
    )
    func singleTenant(tenant: String, number: Int) throws {
        var bench = try Bench()
        let reply = bench.authorize(tenant, as: Known.alice, [("client_id", Known.contosoApp)])
        #expect(reply.status == 400)
        #expect(reply.text.contains("AADSTS\(number)"))
    }

    @Test("row 38: somebody of another cloud is sent there only when the client asks for it")
    func otherCloud() throws {
        var bench = try Bench()
        bench.host = "login.microsoftonline.us"
        let page = bench.authorize("organizations", as: Known.alice)
        #expect(page.status == 400)
        #expect(page.text.contains("AADSTS90038"))
        let aware = try #require(
            Redirected(bench.authorize("organizations", as: Known.alice, [("instance_aware", "true")]))
        )
        #expect(aware["cloud_instance_host_name"] == "login.microsoftonline.com")
        let code = try #require(aware["code"])
        #expect(bench.token("organizations", Bench.codeForm(code)).status == 400)
        bench.host = "login.microsoftonline.com"
        #expect(bench.token("organizations", Bench.codeForm(code)).status == 200)
    }

    @Test(
        "strict mode refuses what the service lets pass",
        arguments: [("nonce", ""), ("code_challenge", ""), ("code_challenge_method", "plain"), ("state", "")]
    )
    func strict(name: String, value: String) throws {
        var strict = try Bench(mode: "strict")
        var usual = try Bench()
        let changes = [(name, value)]
        #expect(Redirected(strict.authorize(Known.contoso, as: Known.alice, changes))?["error"] != nil)
        #expect(Redirected(usual.authorize(Known.contoso, as: Known.alice, changes))?["code"] != nil)
        #expect(Redirected(strict.authorize(Known.contoso, as: Known.alice))?["code"] != nil)
    }

    @Test("a single-page app must use PKCE and redeem its code with an Origin field")
    func singlePage() throws {
        var bench = try Bench()
        let base = [("client_id", Known.page), ("redirect_uri", "https://app.example/spa")]
        let naked = bench.authorize(Known.contoso, as: Known.alice, base + [("code_challenge", "")])
        #expect(Redirected(naked)?["error_description"]?.hasPrefix("AADSTS9002325") == true)
        let code = try bench.code(Known.contoso, as: Known.alice, base)
        let form = Bench.codeForm(code, base)
        #expect(bench.token(Known.contoso, form).errorNumber == 9_002_327)
        let good = bench.token(Known.contoso, form, headers: [HTTPField("Origin", "https://app.example")])
        #expect(good.status == 200)
        #expect(good.json?["refresh_token_expires_in"] == 86400)
        #expect(good.header("Access-Control-Allow-Origin") == "https://app.example")
        let plain = try bench.code(Known.contoso, as: Known.alice)
        let crossed = bench.token(
            Known.contoso,
            Bench.codeForm(plain),
            headers: [HTTPField("Origin", "https://app.example")]
        )
        #expect(crossed.errorNumber == 9_002_326)
    }

    @Test("a hybrid answer binds the ID token to the code and carries it in the fragment")
    func hybrid() throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, [("response_type", "code id_token")])
        #expect(reply.header("Location")?.contains("#") == true)
        let sent = try #require(Redirected(reply))
        let claims = try #require(sent["id_token"].flatMap(JWT.claims))
        let code = try #require(sent["code"])
        #expect(claims["c_hash"] == .string(Base64URL.encode(Service.sha256(code).prefix(16))))
        #expect(claims["nonce"] == "n-0S6")
    }
}
