import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Graph, Azure Resource Manager and the demo API")
struct ResourceTests {
    private static func bearer(_ token: String) -> [HTTPField] { [HTTPField("Authorization", "Bearer " + token)] }

    private static func token(
        _ bench: inout Bench,
        _ tenant: String,
        scope: String,
        as person: String = Known.alice,
        claims: String? = nil
    ) throws -> String {
        let refresh = try bench.refreshToken(
            "organizations",
            as: person,
            [("scope", "openid profile offline_access " + scope)]
        )
        let reply = bench.refresh(tenant, refresh, scope: scope, claims: claims)
        return try #require(reply.json?["access_token"]?.stringValue, "\(reply.text)")
    }

    @Test(
        "row 40: Graph shows the person as the token's tenant knows it",
        arguments: [
            (Known.contoso, Known.aliceID, "alice@contoso.example", "Contoso"),
            (Known.fabrikam, Known.aliceAtFabrikam, "alice_contoso.example#EXT#@fabrikam.onmicrosoft.com", "Fabrikam"),
        ]
    )
    func me(tenant: String, oid: String, upn: String, name: String) throws {
        var bench = try Bench()
        let token = try Self.token(&bench, tenant, scope: "User.Read")
        let me = bench.get("/v1.0/me", headers: Self.bearer(token))
        #expect(me.json?["id"] == .string(oid))
        #expect(me.json?["userPrincipalName"] == .string(upn))
        let organization = bench.get("/v1.0/organization", headers: Self.bearer(token))
        #expect(organization.json?["value"]?.arrayValue?.first?["displayName"] == .string(name))
    }

    @Test("row 40: ARM lists every tenant, and the subscriptions of the token's")
    func arm() throws {
        var bench = try Bench()
        bench.host = "localhost:8443"
        let scope = "https://management.core.windows.net//.default"
        let token = try Self.token(&bench, Known.fabrikam, scope: scope)
        let tenants = bench.get("/tenants", [("api-version", "2022-12-01")], headers: Self.bearer(token))
        #expect(tenants.json?["value"]?.arrayValue?.count == 4)
        let own = bench.get("/subscriptions", headers: Self.bearer(token))
        #expect(own.json?["value"]?.arrayValue?.map { $0["displayName"] } == ["Fabrikam Shared"])
        let other = bench.get("/subscriptions/aaaaaaaa-5b00-4000-8000-000000000001", headers: Self.bearer(token))
        #expect(other.status == 401)
        #expect(other.json?["error"]?["code"] == "InvalidAuthenticationTokenTenant")
        #expect(other.header("WWW-Authenticate")?.contains(Known.contoso) == true)
    }

    @Test("row 40: a token that is missing, of another API, expired or without the permission")
    func refused() throws {
        var bench = try Bench()
        let arm = try Self.token(&bench, Known.contoso, scope: "https://management.azure.com/.default")
        let graph = try Self.token(&bench, Known.contoso, scope: "Mail.Read")
        let missing = bench.get("/v1.0/me")
        #expect(missing.status == 401)
        #expect(missing.json?["error"]?["code"] == "InvalidAuthenticationToken")
        #expect(
            missing.header("WWW-Authenticate")?.contains("authorization_uri=\"https://localhost:8443/common") == true
        )
        #expect(bench.get("/v1.0/me", headers: Self.bearer(arm)).status == 401)
        #expect(bench.get("/v1.0/me", headers: Self.bearer(graph)).status == 403)
        #expect(
            bench.get("/tenants", headers: Self.bearer(graph)).json?["error"]?["code"]
                == "InvalidAuthenticationTokenAudience"
        )
        bench.now += 90000
        let late = bench.get("/tenants", headers: Self.bearer(arm))
        #expect(late.json?["error"]?["code"] == "ExpiredAuthenticationToken")
    }

    @Test("row 35: only a client that takes challenges is challenged after a revocation")
    func continuousAccess() throws {
        var bench = try Bench()
        _ = try bench.signIn("organizations", as: Known.alice, [("scope", "openid api://lanyard-demo/Read")])
        let capable = "{\"access_token\":{\"xms_cc\":{\"values\":[\"cp1\"]}}}"
        let scope = "api://lanyard-demo/Read"
        let strong = try Self.token(&bench, Known.contoso, scope: scope, claims: capable)
        let plain = try Self.token(&bench, Known.contoso, scope: scope)
        #expect(JWT.claims(strong)?["xms_cc"] == ["CP1"])
        #expect(JWT.claims(plain)?["xms_cc"] == nil)
        #expect(bench.get("/lanyard-demo/read", headers: Self.bearer(strong)).status == 200)
        bench.service.revoke(Known.alice)
        let challenged = bench.get("/lanyard-demo/read", headers: Self.bearer(strong))
        #expect(challenged.status == 401)
        let header = try #require(challenged.header("WWW-Authenticate"))
        #expect(header.contains("error=\"insufficient_claims\""))
        let start = try #require(header.firstRange(of: "claims=\"")).upperBound
        let claims = try #require(Base64Text.decode(String(header[start...].prefix { $0 != "\"" })))
        #expect(try JSONValue.parse(claims)["access_token"]?["nbf"]?["value"] == .string(String(bench.now)))
        #expect(bench.get("/lanyard-demo/read", headers: Self.bearer(plain)).status == 200)
        // The way back is a new sign-in; the old one is void.
        let again = try Self.token(&bench, Known.contoso, scope: scope, claims: capable)
        #expect(bench.get("/lanyard-demo/read", headers: Self.bearer(again)).status == 200)
    }

    @Test("row 40: Graph's own revocation voids refresh tokens")
    func revoke() throws {
        var bench = try Bench()
        let refresh = try bench.refreshToken("organizations", as: Known.alice)
        let token = try Self.token(&bench, Known.contoso, scope: "User.Read")
        let headers = Self.bearer(token)
        #expect(bench.post("/v1.0/me/revokeSignInSessions", [], headers: headers).json?["value"] == true)
        #expect(bench.refresh("organizations", refresh).errorNumber == 50173)
    }

    @Test("row 40: sign-out goes to registered places only, and refresh tokens live on")
    func signOut() throws {
        var bench = try Bench()
        let refresh = try bench.refreshToken("organizations", as: Known.alice)
        let path = "/organizations/oauth2/v2.0/logout"
        let good = bench.get(path, [("post_logout_redirect_uri", "http://localhost:4000/"), ("state", "x y")])
        #expect(good.header("Location") == "http://localhost:4000/?state=x%20y")
        #expect(good.header("Set-Cookie")?.contains("Max-Age=0") == true)
        let bad = bench.get(path, [("post_logout_redirect_uri", "https://evil.example/")])
        #expect(bad.status == 200)
        #expect(bad.header("Location") == nil)
        #expect(bench.refresh("organizations", refresh).status == 200)
    }

    @Test("a personal account's token for Microsoft's APIs is no JWT")
    func personal() throws {
        var bench = try Bench()
        let reply = try bench.signIn("common", as: "mia@outlook.example")
        let token = try #require(reply["access_token"]?.stringValue)
        #expect(token.hasPrefix("EwB"))
        #expect(JWT.claims(token) == nil)
        #expect(bench.get("/v1.0/me", headers: Self.bearer(token)).json?["displayName"] == "Mia Muster")
        #expect(Redirected(bench.authorize("organizations", as: "mia@outlook.example")) == nil)
    }

    @Test("the description of the cloud is an object in the new form and a list in the old one")
    func metadata() throws {
        var bench = try Bench()
        let new = bench.get("/metadata/endpoints", [("api-version", "2022-09-01")])
        #expect(new.json?["authentication"]?["loginEndpoint"] == "https://localhost:8443")
        let old = bench.get("/metadata/endpoints", [("api-version", "2019-05-01")])
        #expect(old.json?.arrayValue?.count == 1)
    }
}
