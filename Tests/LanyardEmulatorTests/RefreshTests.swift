import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Refresh tokens")
struct RefreshTests {
    @Test("row 20: one sign-in serves every tenant where the person is known")
    func otherTenant() throws {
        var bench = try Bench()
        let first = try bench.signIn("organizations", as: Known.alice)
        let token = try #require(first["refresh_token"]?.stringValue)
        let reply = bench.refresh("fabrikam.example", token)
        #expect(reply.status == 200)
        let home = try #require(first["id_token"]?.stringValue.flatMap(JWT.claims))
        let guest = try #require(reply.claims(of: "id_token"))
        #expect(home["tid"] == .string(Known.contoso))
        #expect(guest["tid"] == .string(Known.fabrikam))
        #expect(guest["oid"] == .string(Known.aliceAtFabrikam))
        #expect(guest["sub"] != home["sub"])
        #expect(guest["idp"] == .string("https://sts.windows.net/\(Known.contoso)/"))
        #expect(guest["email"] == .string(Known.alice))
        #expect(guest["nonce"] == nil)
        #expect(home["idp"] == nil)
        #expect(reply.json?["client_info"] == first["client_info"])
        #expect(reply.json?["refresh_token"] != .string(token))
        let upn = reply.claims(of: "access_token")?["upn"]
        #expect(upn == "alice_contoso.example#EXT#@fabrikam.onmicrosoft.com")
    }

    @Test("row 21: somebody who is not known in the tenant is refused there only")
    func stranger() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.bob)
        let reply = bench.refresh(Known.contoso, token)
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_grant")
        #expect(reply.errorNumber == 50020)
        #expect(bench.refresh(Known.fabrikam, token).status == 200)
    }

    @Test("row 22: a second factor is demanded with claims, and a sign-in with them satisfies it")
    func secondFactor() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        let refused = bench.refresh(Known.litware, token)
        #expect(refused.status == 400)
        #expect(refused.error == "invalid_grant")
        #expect(refused.errorNumber == 50076)
        #expect(refused.json?["suberror"] == "basic_action")
        let claims = try #require(refused.json?["claims"]?.stringValue)
        #expect(try JSONValue.parse(claims.utf8)["access_token"]?["capolids"] != nil)
        let strong = try bench.refreshToken(Known.litware, as: Known.alice, [("claims", claims)])
        let reply = bench.refresh(Known.litware, strong)
        #expect(reply.status == 200)
        #expect(reply.claims(of: "access_token")?["amr"] == ["pwd", "mfa"])
        // The refusal concerned one tenant; the first sign-in is as good as before elsewhere.
        #expect(bench.refresh(Known.fabrikam, token).status == 200)
    }

    @Test("row 23: a managed device, then a sign-in that is not too old")
    func device() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        let refused = bench.refresh(Known.northwind, token)
        #expect(refused.errorNumber == 53000)
        #expect(refused.json?["suberror"] == "additional_action")
        let good = try bench.refreshToken(Known.northwind, as: Known.alice + "; device")
        #expect(bench.refresh(Known.northwind, good).status == 200)
        bench.now += 7200
        let old = bench.refresh(Known.northwind, good)
        #expect(old.errorNumber == 70043)
        #expect(old.json?["suberror"] == "token_expired")
        #expect(bench.refresh(Known.contoso, good).status == 200)
    }

    @Test("row 24: missing consent has a class and no address, and one of its own on a redirect")
    func consent() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        let scope = "api://lanyard-demo/Read"
        let refused = bench.refresh("organizations", token, scope: scope)
        #expect(refused.error == "invalid_grant")
        #expect(refused.errorNumber == 65001)
        #expect(refused.json?["suberror"] == "consent_required")
        #expect(refused.json?["error_uri"] == nil)
        let signIn = bench.service.newSignIn(try #require(bench.service.world.user(Known.alice)))
        let sealed = try bench.service.sealer.seal(
            BrowserSession(signIns: [signIn]),
            purpose: BrowserSession.purpose
        )
        let cookie = "\(BrowserSession.cookie)=\(sealed)"
        let silent = bench.authorize("organizations", as: nil, [("prompt", "none"), ("scope", scope)], cookie: cookie)
        #expect(Redirected(silent)?["error"] == "consent_required")
        _ = try bench.signIn("organizations", as: Known.alice, [("scope", "openid " + scope)])
        #expect(bench.refresh("organizations", token, scope: scope).status == 200)
    }

    @Test("row 25: using a refresh token does not end it")
    func reuse() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        #expect(bench.refresh("organizations", token).status == 200)
        #expect(bench.refresh("organizations", token).status == 200)
    }

    @Test("row 25: revocation, age and garbage each have their number")
    func ends() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        bench.now += 91 * 86400
        let old = bench.refresh("organizations", token)
        #expect(old.errorNumber == 700082)
        #expect(old.json?["suberror"] == "bad_token")
        bench.now -= 91 * 86400
        bench.service.revoke(Known.alice)
        #expect(bench.refresh("organizations", token).errorNumber == 50173)
        #expect(bench.refresh("organizations", "garbage").errorNumber == 9_002_313)
        #expect(bench.refresh("organizations", token + "x").errorNumber == 9_002_313)
        let fresh = try bench.refreshToken("organizations", as: Known.alice)
        #expect(bench.refresh("organizations", fresh).status == 200)
    }

    @Test("row 25: members of a family share refresh tokens, others do not")
    func family() throws {
        var bench = try Bench()
        let change = [("redirect_uri", "http://localhost:5555")]
        let token = try bench.refreshToken("organizations", as: Known.alice, change, client: Known.azureCLI)
        let shared = bench.refresh("organizations", token, client: Known.graphTools)
        #expect(shared.status == 200)
        #expect(shared.json?["foci"] == "1")
        let other = bench.refresh("organizations", token, client: Known.app)
        #expect(other.json?["suberror"] == "client_mismatch")
        #expect(other.json?["error_additional_info"] == ["client_mismatch"])
    }

    @Test("strict mode: a used refresh token ends all of the sign-in's")
    func rotation() throws {
        var bench = try Bench(mode: "strict")
        let first = try bench.refreshToken("organizations", as: Known.alice)
        let second = try #require(bench.refresh("organizations", first).json?["refresh_token"]?.stringValue)
        #expect(bench.refresh("organizations", first).errorNumber == 70000)
        #expect(bench.refresh("organizations", second).errorNumber == 70000)
    }

    @Test("a refresh token is good after a restart, and of no use to another emulator")
    func restart() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        var restarted = try Bench()
        #expect(restarted.refresh("organizations", token).errorNumber == 9_002_313)
        restarted.service = try Service(world: try World.builtIn(), state: bench.service.state, random: Entropy())
        #expect(restarted.refresh("organizations", token).status == 200)
    }

    @Test("row 33: a client that repeats a failing request is stopped at the twentieth")
    func loops() throws {
        var bench = try Bench()
        for _ in 1...19 { #expect(bench.refresh("organizations", "garbage").errorNumber == 9_002_313) }
        #expect(bench.refresh("organizations", "garbage").errorNumber == 50196)
        #expect(bench.refresh("organizations", "other garbage").errorNumber == 9_002_313)
        bench.now += 61
        #expect(bench.refresh("organizations", "garbage").errorNumber == 9_002_313)
    }

    @Test("row 34: a long token names the moment from which to renew it")
    func refreshIn() throws {
        var bench = try Bench()
        var fault = Fault()
        fault.lifetime = 7200
        let token = try bench.refreshToken("organizations", as: Known.alice)
        let reply = bench.refresh("organizations", token, fault: fault)
        #expect(reply.json?["expires_in"] == 7200)
        #expect(reply.json?["refresh_in"] == 3600)
    }
}
