/// A national cloud: which hosts it has.
struct Cloud: Sendable, Equatable {
    var name: String
    /// The host that tokens are issued under.
    var network: String
    /// The host under which MSAL's cache keeps its entries.
    var cache: String
    var aliases: [String]
    var instanceName: String
    var graphHosts: [String]
    var armHost: String
    var armAudience: String

    static let publicCloud = Cloud(
        name: "public",
        network: "login.microsoftonline.com",
        cache: "login.windows.net",
        aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
        instanceName: "microsoftonline.com",
        graphHosts: ["graph.microsoft.com"],
        armHost: "management.azure.com",
        armAudience: "https://management.core.windows.net/"
    )

    static let usGovernment = Cloud(
        name: "usgov",
        network: "login.microsoftonline.us",
        cache: "login.microsoftonline.us",
        aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"],
        instanceName: "microsoftonline.us",
        graphHosts: ["graph.microsoft.us", "dod-graph.microsoft.us"],
        armHost: "management.usgovcloudapi.net",
        armAudience: "https://management.core.usgovcloudapi.net/"
    )

    static let china = Cloud(
        name: "china",
        network: "login.partner.microsoftonline.cn",
        cache: "login.partner.microsoftonline.cn",
        aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"],
        instanceName: "partner.microsoftonline.cn",
        graphHosts: ["microsoftgraph.chinacloudapi.cn"],
        armHost: "management.chinacloudapi.cn",
        armAudience: "https://management.core.chinacloudapi.cn/"
    )

    static let germany = single("germany", "login.microsoftonline.de")
    static let usOther = single("us", "login-us.microsoftonline.com")
    static let bleu = single("bleu", "login.sovcloud-identity.fr")
    static let delos = single("delos", "login.sovcloud-identity.de")
    static let singapore = single("singapore", "login.sovcloud-identity.sg")

    static let all = [publicCloud, usGovernment, china, germany, usOther, bleu, delos, singapore]

    private static func single(_ name: String, _ host: String) -> Cloud {
        Cloud(
            name: name,
            network: host,
            cache: host,
            aliases: [host],
            instanceName: host.split(separator: ".").dropFirst().joined(separator: "."),
            graphHosts: [],
            armHost: "",
            armAudience: ""
        )
    }

    /// The cloud that a login host belongs to.
    static func hosting(_ host: String) -> Cloud? { all.first { $0.aliases.contains(host) } }
}
