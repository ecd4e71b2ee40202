/// The authority hosts that are the same cloud.
public struct CloudTable: Sendable, Hashable {
    /// One cloud.
    public struct Entry: Sendable, Hashable {
        /// What `--cloud` calls it.
        public var name: String
        /// The main authority host, `host:port` where the port is not 443.
        public var authorityHost: String
        /// Other hosts of the same cloud.
        public var aliases: [String]
        /// Whether it is the user's own authority, which may issue tokens for any service.
        public var isCustom: Bool

        /// Makes a cloud.
        public init(name: String, authorityHost: String, aliases: [String] = [], isCustom: Bool = false) {
            self.name = name
            self.authorityHost = authorityHost.lowercased()
            self.aliases = aliases.map { $0.lowercased() }
            self.isCustom = isCustom
        }
    }

    /// The clouds.
    public var entries: [Entry]

    /// Makes a table.
    public init(entries: [Entry]) { self.entries = entries }

    /// The cloud of that name or authority host.
    public func entry(_ nameOrHost: String) -> Entry? {
        let text = nameOrHost.lowercased()
        return entries.first { $0.authorityHost == text || $0.name == text || $0.aliases.contains(text) }
    }

    /// The main authority host; an unknown host stands for itself, so that it equals nothing else.
    func canonicalHost(_ host: String) -> String { entry(host)?.authorityHost ?? host.lowercased() }

    /// The table with one more authority that the user has named.
    public func adding(authorityHost: String) -> CloudTable {
        guard entry(authorityHost) == nil else { return self }
        let host = authorityHost.lowercased()
        return CloudTable(entries: entries + [Entry(name: host, authorityHost: host, isCustom: true)])
    }

    /// Microsoft's clouds.
    public static let builtIn = CloudTable(entries: [
        Entry(
            name: "public",
            authorityHost: "login.microsoftonline.com",
            aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"]
        ),
        Entry(
            name: "usgov",
            authorityHost: "login.microsoftonline.us",
            aliases: ["login.usgovcloudapi.net"]
        ),
        Entry(
            name: "china",
            authorityHost: "login.partner.microsoftonline.cn",
            aliases: ["login.chinacloudapi.cn"]
        ),
    ])
}
