import LanyardCore
import Testing

@testable import LanyardEmulator

/// Clients that take short cuts: each must fail here as it would at the service.
@Suite("Sloppy clients")
struct SloppyClientTests {
    @Test("one that uses a verifier again for another request")
    func verifierReused() throws {
        var bench = try Bench()
        let other = Base64URL.encode(Service.sha256(String(repeating: "w", count: 50)))
        let code = try bench.code(Known.contoso, as: Known.alice, [("code_challenge", other)])
        #expect(bench.token(Known.contoso, Bench.codeForm(code)).errorNumber == 501481)
    }

    @Test("one that polls on after the final answer, and soon has to stop")
    func pollsOn() throws {
        var bench = try Bench()
        let form = [("grant_type", "device_code"), ("client_id", Known.app), ("device_code", "1.Dnever")]
        for _ in 1...30 { #expect(bench.token("organizations", form).error == "bad_verification_code") }
    }

    @Test("one that leaves the claims out and asks again and again")
    func ignoresClaims() throws {
        var bench = try Bench()
        let token = try bench.refreshToken("organizations", as: Known.alice)
        var numbers: [Int?] = []
        for _ in 1...25 { numbers.append(bench.refresh(Known.litware, token).errorNumber) }
        #expect(numbers.prefix(19).allSatisfy { $0 == 50076 })
        #expect(numbers.dropFirst(19).allSatisfy { $0 == 50196 })
    }

    @Test("one that knows accounts by their e-mail: a guest's tokens and a namesake's differ")
    func accountsByMail() throws {
        var bench = try Bench()
        let home = try bench.signIn(Known.contoso, as: Known.alice)
        let guest = try bench.signIn(Known.fabrikam, as: Known.alice)
        let claims = try [home, guest].map { try #require($0["id_token"]?.stringValue.flatMap(JWT.claims)) }
        #expect(claims[0]["preferred_username"] == claims[1]["preferred_username"])
        #expect(claims[0]["oid"] != claims[1]["oid"])
        #expect(claims[0]["sub"] != claims[1]["sub"])
        #expect(home["client_info"] == guest["client_info"])
    }

    @Test("one that compares the issuer byte for byte at organizations")
    func literalIssuer() throws {
        var bench = try Bench()
        let document = bench.get("/organizations/v2.0/.well-known/openid-configuration")
        let token = try bench.signIn("organizations", as: Known.alice)["id_token"]?.stringValue
        let issuer = try #require(token.flatMap(JWT.claims)?["iss"])
        #expect(document.json?["issuer"] != issuer)
        let literal = document.json?["issuer"]?.stringValue?.replacing("{tenantid}", with: Known.contoso)
        #expect(issuer.stringValue == literal)
    }

    @Test("one that wants texts for numbers")
    func textNumbers() throws {
        var bench = try Bench()
        let reply = try bench.signIn(Known.contoso, as: Known.alice)
        #expect(reply["expires_in"]?.stringValue == nil)
        #expect(reply["expires_in"]?.integerValue != nil)
    }

    @Test("one that sends the person to http, or takes another port for the token request")
    func plainHTTP() throws {
        var bench = try Bench()
        let reply = bench.authorize(Known.contoso, as: Known.alice, [("redirect_uri", "http://app.example/cb")])
        #expect(reply.status == 400)
        #expect(reply.header("Location") == nil)
    }

    @Test("one that redeems a code wherever the answer says")
    func trustsHost() throws {
        var bench = try Bench()
        bench.host = "login.microsoftonline.us"
        let aware = bench.authorize("organizations", as: Known.alice, [("instance_aware", "true")])
        let host = try #require(Redirected(aware)?["cloud_instance_host_name"])
        // The service only ever names a cloud of its own; anything else in this place is somebody else's doing.
        #expect(Cloud.hosting(host) != nil)
    }

    @Test("one that sends a code request without PKCE from a page")
    func noPKCE() throws {
        var bench = try Bench()
        let changes = [("client_id", Known.page), ("redirect_uri", "https://app.example/spa"), ("code_challenge", "")]
        #expect(Redirected(bench.authorize(Known.contoso, as: Known.alice, changes))?["code"] == nil)
    }
}
