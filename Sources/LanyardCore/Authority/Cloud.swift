/// One Microsoft cloud: the authority hosts that mean the same, and its main resources.
///
/// The table is built in, so that a cached token is found offline and a host from an answer can be checked. Source: the host
/// tables of the public MSAL libraries and Microsoft's national-cloud pages.
public struct Cloud: Sendable, Hashable {
    /// The name as `--cloud` takes it.
    public let name: String
    /// The host that requests go to, and the environment that accounts are filed under.
    public let host: String
    /// Every host that means this cloud, ``host`` among them.
    public let aliases: [String]
    /// Azure Resource Manager's URL.
    public let resourceManager: String
    /// Microsoft Graph's URL.
    public let graph: String

    /// The worldwide cloud.
    public static let publicCloud = Cloud(
        name: "public",
        host: "login.microsoftonline.com",
        aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
        resourceManager: "https://management.azure.com",
        graph: "https://graph.microsoft.com"
    )
    /// Azure Government.
    public static let usGovernment = Cloud(
        name: "usgov",
        host: "login.microsoftonline.us",
        aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"],
        resourceManager: "https://management.usgovcloudapi.net",
        graph: "https://graph.microsoft.us"
    )
    /// Azure China, operated by 21Vianet.
    public static let china = Cloud(
        name: "china",
        host: "login.partner.microsoftonline.cn",
        aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"],
        resourceManager: "https://management.chinacloudapi.cn",
        graph: "https://microsoftgraph.chinacloudapi.cn"
    )

    /// The clouds that have a name of their own.
    public static let all = [publicCloud, usGovernment, china]

    /// Authority hosts of clouds that have no resources in the table.
    static let otherHosts = [
        "login.microsoftonline.de", "login-us.microsoftonline.com", "login.sovcloud-identity.fr",
        "login.sovcloud-identity.de", "login.sovcloud-identity.sg",
    ]

    /// The cloud of that name.
    public static func named(_ name: String) -> Cloud? { all.first { $0.name == name.lowercased() } }

    /// The cloud that an authority host belongs to.
    public static func of(host: String) -> Cloud? { all.first { $0.aliases.contains(host.lowercased()) } }

    /// Whether the host is an authority of Microsoft that needs no discovery.
    public static func isKnown(host: String) -> Bool {
        of(host: host) != nil || otherHosts.contains(host.lowercased())
    }

    /// The name that all aliases of a host share, under which accounts are filed.
    public static func environment(of host: String) -> String { of(host: host)?.host ?? host.lowercased() }
}
