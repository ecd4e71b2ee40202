extension TargetTable {
    /// The services of Microsoft's clouds.
    public static let builtIn = TargetTable(entries: global + CloudNames.all.flatMap(regional))

    /// What one cloud calls its services.
    private struct CloudNames {
        var authority: String
        var graph: [String]
        var arm: String
        var vault: String
        var hsm: String?
        var storage: String
        var registry: String
        var sql: String
        var bus: String
        var configuration: (host: String, audience: String)
        var cosmos: String
        var logs: (hosts: [String], audience: String)

        static let all: [CloudNames] = [
            CloudNames(
                authority: "login.microsoftonline.com",
                graph: ["graph.microsoft.com"],
                arm: "management.azure.com",
                vault: "vault.azure.net",
                hsm: "managedhsm.azure.net",
                storage: "core.windows.net",
                registry: "azurecr.io",
                sql: "database.windows.net",
                bus: "servicebus.windows.net",
                configuration: ("azconfig.io", "https://appconfig.azure.com"),
                cosmos: "documents.azure.com",
                logs: (["api.loganalytics.io", "api.loganalytics.azure.com"], "https://api.loganalytics.io")
            ),
            CloudNames(
                authority: "login.microsoftonline.us",
                graph: ["graph.microsoft.us", "dod-graph.microsoft.us"],
                arm: "management.usgovcloudapi.net",
                vault: "vault.usgovcloudapi.net",
                hsm: "managedhsm.usgovcloudapi.net",
                storage: "core.usgovcloudapi.net",
                registry: "azurecr.us",
                sql: "database.usgovcloudapi.net",
                bus: "servicebus.usgovcloudapi.net",
                configuration: ("azconfig.azure.us", "https://appconfig.azure.us"),
                cosmos: "documents.azure.us",
                logs: (["api.loganalytics.us"], "https://api.loganalytics.us")
            ),
            CloudNames(
                authority: "login.partner.microsoftonline.cn",
                graph: ["microsoftgraph.chinacloudapi.cn"],
                arm: "management.chinacloudapi.cn",
                vault: "vault.azure.cn",
                hsm: nil,
                storage: "core.chinacloudapi.cn",
                registry: "azurecr.cn",
                sql: "database.chinacloudapi.cn",
                bus: "servicebus.chinacloudapi.cn",
                configuration: ("azconfig.azure.cn", "https://appconfig.azure.cn"),
                cosmos: "documents.azure.cn",
                logs: (["api.loganalytics.azure.cn"], "https://api.loganalytics.azure.cn")
            ),
        ]
    }

    /// Azure DevOps exists in the public cloud only and has its organisation in the path or, with older names, in the host.
    private static let global: [Entry] =
        ["dev.azure.com", "pkgs.dev.azure.com", "feeds.dev.azure.com", "vssps.dev.azure.com", "vsrm.dev.azure.com"]
        .map { devOps($0, .pathPart) }
        + ["*.visualstudio.com", "*.pkgs.visualstudio.com", "*.vsrm.visualstudio.com"].map { devOps($0, .hostLabel) }
        + [devOps("app.vssps.visualstudio.com", .none)]

    private static func devOps(_ pattern: String, _ organization: Entry.Organization) -> Entry {
        Entry(
            kind: .azureDevOps,
            pattern: pattern,
            audience: "499b84ac-1321-427f-aa17-267ca6975798",
            cloud: "login.microsoftonline.com",
            organization: organization
        )
    }

    private static func regional(_ names: CloudNames) -> [Entry] {
        func entry(_ kind: Target.Kind, _ pattern: String, _ audience: String) -> Entry {
            Entry(
                kind: kind,
                pattern: pattern,
                audience: audience,
                cloud: names.authority,
                organization: pattern.hasPrefix("*.") ? .hostLabel : .none
            )
        }
        let fixed =
            names.graph.map { entry(.graph, $0, "https://\($0)") }
            + [entry(.arm, names.arm, "https://\(names.arm)")]
            + names.logs.hosts.map { entry(.logAnalytics, $0, names.logs.audience) }
        let storage = ["blob", "queue", "table", "file", "dfs"].map {
            entry(.storage, "*.\($0).\(names.storage)", "https://storage.azure.com")
        }
        let others = [
            entry(.keyVault, "*.\(names.vault)", "https://\(names.vault)"),
            entry(.containerRegistry, "*.\(names.registry)", "https://containerregistry.azure.net"),
            // The database's audience ends in a slash, so the scope has two.
            entry(.sql, "*.\(names.sql)", "https://\(names.sql)/"),
            entry(.serviceBus, "*.\(names.bus)", "https://servicebus.azure.net"),
            entry(.appConfiguration, "*.\(names.configuration.host)", names.configuration.audience),
            entry(.cosmos, "*.\(names.cosmos)", "https://cosmos.azure.com"),
        ]
        return fixed + storage + others
            + (names.hsm.map { [entry(.managedHSM, "*.\($0)", "https://\($0)")] } ?? [])
    }
}
