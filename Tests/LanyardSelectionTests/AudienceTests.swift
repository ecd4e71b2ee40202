import LanyardSelection
import Testing

@Suite("Audiences")
struct AudienceTests {
    @Test(
        "are compared without case, slashes at the end and /.default, and under their other names",
        arguments: [
            ("https://graph.microsoft.com", "https://graph.microsoft.com"),
            ("https://Graph.Microsoft.COM", "https://graph.microsoft.com"),
            ("https://graph.microsoft.com/.default", "https://graph.microsoft.com"),
            ("https://database.windows.net//.default", "https://database.windows.net"),
            ("https://database.windows.net/", "https://database.windows.net"),
            ("https://management.core.windows.net", "https://management.azure.com"),
            ("https://management.core.windows.net//.default", "https://management.azure.com"),
            ("https://management.core.other.example", "https://management.core.other.example"),
            ("499B84AC-1321-427F-AA17-267CA6975798", "499b84ac-1321-427f-aa17-267ca6975798"),
            ("api://BÜRO", "api://büro"), ("/.default", ""), ("", ""),
        ]
    )
    func normalized(audience: String, expected: String) {
        #expect(Audience.normalized(audience) == expected)
        #expect(Audience.normalized(expected) == expected)
    }

    @Test("of the table lead to its services, and one that clouds share names no cloud")
    func table() {
        let table = TargetTable.builtIn
        #expect(table.target(audience: "https://management.core.windows.net/").kind == .arm)
        #expect(table.target(audience: "https://database.windows.net//.default").cloud == "login.microsoftonline.com")
        #expect(table.target(audience: "https://storage.azure.com").cloud == nil)
        #expect(table.target(audience: "https://storage.azure.com").kind == .storage)
        #expect(table.target(audience: "api://mine").kind == .api)
        #expect(table.target(url: "https://*.vault.azure.net/") == .unknownHost(""))
        let own = TargetTable.Entry(kind: .api, pattern: "*.Vault.azure.net", audience: "api://mine")
        #expect(
            table.adding(own).target(url: "https://a.vault.azure.net/")
                == .target(Target(kind: .api, host: "a.vault.azure.net", path: "/", audience: "api://mine"))
        )
    }
}
