/// Which hosts are which service, and the audience of each: data of ours and of the user, never a server's word.
public struct TargetTable: Sendable, Hashable {
    /// One line of the table.
    public struct Entry: Sendable, Hashable {
        /// Where the organisation's name is.
        public enum Organization: Sendable, Hashable {
            /// The service has none.
            case none
            /// The first label of the host.
            case hostLabel
            /// The first part of the path.
            case pathPart
        }

        /// The sort of service.
        public var kind: Target.Kind
        /// A host, or `*.` and a suffix that stands behind exactly one label.
        public var pattern: String
        /// The resource as it goes on the wire.
        public var audience: String
        /// The authority host of the cloud; nothing where any will do.
        public var cloud: String?
        /// Where the organisation's name is.
        public var organization: Organization

        /// Makes a line.
        public init(
            kind: Target.Kind,
            pattern: String,
            audience: String,
            cloud: String? = nil,
            organization: Organization = .none
        ) {
            self.kind = kind
            self.pattern = pattern.lowercased()
            self.audience = audience
            self.cloud = cloud
            self.organization = organization
        }
    }

    /// In order; a command looks one of them up, which costs less than to file all of them.
    private var entries: [Entry]

    /// Makes a table; of two lines with one pattern the later counts.
    public init(entries: [Entry]) { self.entries = entries }

    /// The table with a line of the user's configuration.
    public func adding(_ entry: Entry) -> TargetTable { TargetTable(entries: entries + [entry]) }

    /// The line for a host, matched whole or behind exactly one label: `dev.azure.com.evil.example` is nobody.
    func entry(host: String) -> Entry? {
        guard !host.hasPrefix("*") else { return nil }
        if let entry = entries.last(where: { $0.pattern == host }) { return entry }
        guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return nil }
        let pattern = "*" + host[dot...]
        return entries.last { $0.pattern == pattern }
    }

    /// The target of an audience or a scope; one that no line has is an API of somebody's own.
    public func target(audience: String) -> Target {
        let name = Audience.normalized(audience)
        let lines = entries.filter { Audience.normalized($0.audience) == name }
        guard let first = lines.first else { return Target(kind: .api, audience: audience) }
        // Several services share an audience across clouds (storage, registries); then it says nothing about the cloud.
        let isOneCloud = lines.allSatisfy { $0.cloud == first.cloud }
        return Target(kind: first.kind, audience: audience, cloud: isOneCloud ? first.cloud : nil)
    }

    /// The target of a URL, or the name of the host that no line has.
    ///
    /// Only `https` with its own port and an ASCII host is a service of the table. User, query and fragment are left out.
    public func target(url: String) -> RequestedTarget {
        guard let parts = URLParts(url) else { return .unknownHost("") }
        guard parts.scheme == "https", parts.port == nil || parts.port == "443", let entry = entry(host: parts.host)
        else {
            return .unknownHost(parts.host)
        }
        let organization: String? =
            switch entry.organization {
            case .none: nil
            case .hostLabel: parts.host.split(separator: ".").first.map(String.init)
            case .pathPart: parts.path.split(separator: "/").first.map(String.init)
            }
        return .target(
            Target(
                kind: entry.kind,
                host: parts.host,
                organization: organization,
                path: parts.path,
                audience: entry.audience,
                cloud: entry.cloud
            )
        )
    }
}
