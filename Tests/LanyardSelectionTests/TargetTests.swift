import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("Targets")
struct TargetTests {
    static let devOps = "499b84ac-1321-427f-aa17-267ca6975798"
    static let gov = "login.microsoftonline.us"
    static let china = "login.partner.microsoftonline.cn"

    @Test(
        "a host of the table has its audience, organisation and cloud",
        arguments: [
            ("https://graph.microsoft.com/v1.0/me?$select=id", "https://graph.microsoft.com", nil, Fixture.publicCloud),
            ("https://MANAGEMENT.azure.com:443/tenants", "https://management.azure.com", nil, Fixture.publicCloud),
            ("https://fab-org@dev.azure.com/fab-org/_git/x", devOps, "fab-org", Fixture.publicCloud),
            ("https://fab.visualstudio.com/x", devOps, "fab", Fixture.publicCloud),
            ("https://fab.pkgs.visualstudio.com/_packaging", devOps, "fab", Fixture.publicCloud),
            ("https://kv.vault.usgovcloudapi.net/secrets", "https://vault.usgovcloudapi.net", "kv", gov),
            ("https://acc.dfs.core.chinacloudapi.cn/fs", "https://storage.azure.com", "acc", china),
            ("https://reg.azurecr.cn/v2/", "https://containerregistry.azure.net", "reg", china),
            ("https://db.database.windows.net", "https://database.windows.net/", "db", Fixture.publicCloud),
            ("https://ns.servicebus.windows.net/q", "https://servicebus.azure.net", "ns", Fixture.publicCloud),
            ("https://store.azconfig.io/kv", "https://appconfig.azure.com", "store", Fixture.publicCloud),
            ("https://acc.documents.azure.us/dbs", "https://cosmos.azure.com", "acc", gov),
            ("https://api.loganalytics.azure.com/v1", "https://api.loganalytics.io", nil, Fixture.publicCloud),
        ]
    )
    func known(url: String, audience: String, organization: String?, cloud: String) throws {
        let target = try #require(TargetTable.builtIn.target(url: url).target)
        #expect(target.audience == audience)
        #expect(target.organization == organization)
        #expect(target.cloud == cloud)
        #expect(!target.key.contains("?"))
    }

    @Test(
        "what only looks like a host of the table is nobody",
        arguments: [
            "https://dev.azure.com.evil.example/fab-org", "https://evil-dev.azure.com/x", "https://xdev.azure.com/x",
            "https://azurecr.io/v2/", "https://a.b.azurecr.io/v2/", "https://regazurecr.io/", "https://.azurecr.io/",
            "https://dev.azure.com@evil.example/", "https://dev.azure.com:8443/x", "http://dev.azure.com/x",
            "https://dev.azure.com\\@evil.example/", "https://dev.azure.com./x",
            "https://dev.azure.com%2eevil.example/",
            "https://evil.example/https://dev.azure.com/", "https://evil.example?dev.azure.com", "https://",
            "dev.azure.com",
            "https://dev.azurе.com/x", "https://graph.microsoft.com\u{0}.evil.example/", "",
        ]
    )
    func unknown(url: String) { #expect(TargetTable.builtIn.target(url: url).target == nil) }

    @Test("URL and audience of a service are one target, so that history is one")
    func oneKey() {
        let byURL = TargetTable.builtIn.target(url: "https://management.azure.com/tenants?x=secret").target?.key
        let names = ["https://management.azure.com/.default", "https://management.core.windows.net/"]
        #expect(names.map { TargetTable.builtIn.target(audience: $0).key } == [byURL, byURL])
        let old = TargetTable.builtIn.target(url: "https://fab.visualstudio.com/x").target?.key
        #expect(TargetTable.builtIn.target(url: "https://dev.azure.com/Fab/x").target?.key == old)
        #expect(TargetTable.builtIn.target(audience: "api://mine").kind == .api)
    }

    @Test("the user's configuration adds hosts and nothing more")
    func extended() {
        let table = TargetTable.builtIn.adding(.init(kind: .api, pattern: "*.corp.example", audience: "api://corp"))
        #expect(table.target(url: "https://x.corp.example/").target?.audience == "api://corp")
        #expect(table.target(url: "https://corp.example/").target == nil)
        #expect(table.target(url: "https://x.corp.example.evil.example/").target == nil)
    }

    @Test(
        "a binding is read and written alike",
        arguments: [
            ("https://dev.azure.com/Fab-Org", "org:fab-org"), ("https://fab-org.visualstudio.com", "org:fab-org"),
            ("fab-org", "org:fab-org"), ("https://dev.azure.com/fab-org/Shop/", "https://dev.azure.com/fab-org/shop"),
            ("kv.vault.azure.net", "host:kv.vault.azure.net"), ("contoso.com", "tenant:contoso.com"),
            ("https://graph.microsoft.com", "host:graph.microsoft.com"), ("api://own/.default", "audience:api://own"),
            (devOps, "audience:\(devOps)"), (Fixture.contoso, "tenant:\(Fixture.contoso)"),
        ]
    )
    func bindingText(text: String, canonical: String) throws {
        let pattern = try BindingPattern(text)
        #expect(pattern.description == canonical)
        #expect(try BindingPattern(canonical) == pattern)
    }

    @Test(
        "what is no target for a binding is refused",
        arguments: ["", " ", "http://dev.azure.com/x", "org:", "https://a b/"]
    )
    func noBinding(text: String) {
        let error = #expect(throws: LanyardError.self) { try BindingPattern(text) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(
        "the most specific binding decides",
        arguments: [
            ("https://dev.azure.com/fab-org/shop/_git/x", "c"), ("https://dev.azure.com/fab-org/shopping", "b"),
            ("https://dev.azure.com/other/x", "a"), ("https://graph.microsoft.com/me", "d"),
        ]
    )
    func specific(url: String, letter: String) throws {
        var bindings = Bindings()
        let rules = [
            ("audience:\(Self.devOps)", "a"), ("org:fab-org", "b"), ("https://dev.azure.com/fab-org/shop", "c"),
            ("tenant:contoso.com", "d"),
        ]
        for (text, letter) in rules {
            let identity = AccountIdentity(homeAccountID: HomeAccountID(rawValue: letter), environment: "x")
            bindings.set(BindingRule(pattern: try BindingPattern(text), account: identity, accountName: letter))
        }
        let target = TargetTable.builtIn.target(url: url).target
        let tenant = letter == "d" ? "contoso.com" : nil
        let best = bindings.best(target: target, tenantID: nil, tenantName: tenant)
        #expect(best.map(\.accountName) == [letter])
    }
}
