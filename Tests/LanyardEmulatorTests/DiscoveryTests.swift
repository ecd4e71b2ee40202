import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Discovery")
struct DiscoveryTests {
    private static let instance = "/common/discovery/instance"
    private static let publicAuthorize = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"

    @Test("row 01: the public cloud's row names its hosts, its cache name and the discovery of common")
    func publicRow() throws {
        var bench = try Bench()
        bench.host = "login.microsoftonline.com"
        let reply = bench.get(
            Self.instance,
            [("api-version", "1.1"), ("authorization_endpoint", Self.publicAuthorize)]
        )
        #expect(reply.status == 200)
        let rows = try #require(reply.json?["metadata"]?.arrayValue)
        let row = try #require(rows.first { $0["preferred_network"] == "login.microsoftonline.com" })
        #expect(row["preferred_cache"] == "login.windows.net")
        #expect(row["aliases"]?.arrayValue?.contains("sts.windows.net") == true)
        let next = reply.json?["tenant_discovery_endpoint"]
        #expect(next == "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration")
    }

    @Test(
        "row 02: the emulator's own host gets bare preferred names, both aliases and its port",
        arguments: ["localhost:8443", "localhost"],
        ["login.microsoftonline.com", "login.microsoftonline.com:8443"]
    )
    func ownRow(place: String, asked: String) throws {
        var bench = try Bench()
        bench.host = asked
        let authorize = "https://\(place)/organizations/oauth2/v2.0/authorize"
        let reply = bench.get(Self.instance, [("authorization_endpoint", authorize)])
        let row = try #require(reply.json?["metadata"]?.arrayValue?.first)
        #expect(row["preferred_network"] == "localhost")
        #expect(row["preferred_cache"] == "localhost")
        #expect(row["aliases"] == ["localhost", "localhost:8443"])
        let next = reply.json?["tenant_discovery_endpoint"]
        #expect(next == "https://localhost:8443/organizations/v2.0/.well-known/openid-configuration")
    }

    @Test(
        "row 03: a host that nobody knows is an invalid instance",
        arguments: [
            "https://evil.example/common/oauth2/v2.0/authorize",
            "https://login.microsoftonline.com.evil.example/common",
            "https://user@login.microsoftonline.com/common", "http://login.microsoftonline.com/common", "nonsense",
        ]
    )
    func unknownInstance(endpoint: String) throws {
        var bench = try Bench()
        let reply = bench.get(Self.instance, [("authorization_endpoint", endpoint)])
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_instance")
        #expect(reply.errorNumber == 50049)
    }

    @Test("row 04: discovery without its parameter, and with the wrong verb")
    func malformed() throws {
        var bench = try Bench()
        let missing = bench.get(Self.instance)
        #expect(missing.status == 400)
        #expect(missing.errorNumber == 900144)
        #expect(missing.error == "invalid_request")
        let posted = bench.post("/common/v2.0/.well-known/openid-configuration", [])
        #expect(posted.status == 405)
    }

    @Test(
        "row 05: every form of a tenant leads to its issuer",
        arguments: [
            (Known.contoso, Known.contoso), ("contoso.example", Known.contoso),
            (Known.contoso.uppercased(), Known.contoso), ("common", "{tenantid}"), ("organizations", "{tenantid}"),
            ("consumers", World.consumers), ("/common/", "{tenantid}"),
        ]
    )
    func issuer(tenant: String, expected: String) throws {
        var bench = try Bench()
        let reply = bench.get("/\(tenant)/v2.0/.well-known/openid-configuration")
        #expect(reply.status == 200)
        #expect(reply.json?["issuer"] == .string("https://localhost:8443/\(expected)/v2.0"))
        let segment = expected == Known.contoso ? expected : tenant.filter { $0 != "/" }
        let token = "https://localhost:8443/\(segment)/oauth2/v2.0/token"
        #expect(reply.json?["token_endpoint"] == .string(token))
        #expect(reply.json?["code_challenge_methods_supported"] == nil)
    }

    @Test("row 05: a tenant that does not exist is invalid")
    func unknownTenant() throws {
        var bench = try Bench()
        let reply = bench.get("/nope.example/v2.0/.well-known/openid-configuration")
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_tenant")
        #expect(reply.errorNumber == 90002)
    }

    @Test("row 05: tokens under an alias are issued by the cloud's main host")
    func alias() throws {
        var bench = try Bench()
        bench.host = "login.windows.net"
        let reply = bench.get("/\(Known.contoso)/v2.0/.well-known/openid-configuration")
        #expect(reply.json?["issuer"] == .string("https://login.microsoftonline.com/\(Known.contoso)/v2.0"))
    }

    @Test("the old form names the old endpoints and issuer")
    func oldForm() throws {
        var bench = try Bench()
        let reply = bench.get("/contoso.example/.well-known/openid-configuration")
        #expect(reply.json?["issuer"] == .string("https://sts.windows.net/\(Known.contoso)/"))
        #expect(reply.json?["token_endpoint"]?.stringValue?.hasSuffix("/oauth2/token") == true)
    }

    @Test(
        "the realm of a person is found in any case of the path",
        arguments: [
            ("userrealm", "alice@contoso.example", "Managed"), ("UserRealm", "fred@contoso.example", "Federated"),
            ("userrealm", "x@nowhere.example", "Unknown"),
        ]
    )
    func realm(word: String, name: String, type: String) throws {
        var bench = try Bench()
        let reply = bench.get("/common/\(word)/\(name)", [("api-version", "1.0")])
        #expect(reply.json?["account_type"] == .string(type))
        #expect(reply.json?["cloud_audience_urn"] == "urn:federation:MicrosoftOnline")
        #expect((reply.json?["federation_active_auth_url"] != nil) == (type == "Federated"))
    }
}
