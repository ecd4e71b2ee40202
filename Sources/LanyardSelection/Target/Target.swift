/// What a token is for: a service, where it is, and the audience that the built-in table gives it.
public struct Target: Sendable, Hashable {
    /// A sort of service.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The stable name.
        public let rawValue: String
        /// Makes a kind of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The sort of service.
    public var kind: Kind
    /// The host in small letters; empty where only an audience is known.
    public var host: String
    /// The organisation, registry, vault or storage account inside the service.
    public var organization: String?
    /// The path without query and fragment, for rules about one repository; never part of what is recorded.
    public var path: String
    /// The resource as it goes on the wire.
    public var audience: String
    /// The authority host of the cloud that the service belongs to; nothing for the user's own APIs.
    public var cloud: String?

    /// Makes a target.
    public init(
        kind: Kind,
        host: String = "",
        organization: String? = nil,
        path: String = "",
        audience: String,
        cloud: String? = nil
    ) {
        self.kind = kind
        self.host = host.lowercased()
        self.organization = organization
        self.path = path
        self.audience = audience
        self.cloud = cloud
    }

    /// The name under which use is recorded: no path, no query, no user.
    public var key: String {
        if kind == .azureDevOps, let organization { return "\(kind.rawValue):\(organization.lowercased())" }
        guard host.isEmpty else { return "\(kind.rawValue):\(host)" }
        // A service with one host has the same key whether a request gives its URL or its audience.
        let resource = Audience.normalized(audience)
        let isService = kind != .api && resource.hasPrefix("https://")
        return "\(kind.rawValue):\(isService ? String(resource.dropFirst("https://".count)) : resource)"
    }
}

/// What a request says about its target.
public enum RequestedTarget: Sendable, Hashable {
    /// Nothing.
    case unspecified
    /// A service of the table, or an audience given as such.
    case target(Target)
    /// A host outside the table: no account is even considered.
    case unknownHost(String)

    /// The target, where it is known.
    public var target: Target? {
        guard case .target(let target) = self else { return nil }
        return target
    }
}

extension Target.Kind {
    /// Microsoft Graph.
    public static let graph = Self(rawValue: "graph")
    /// Azure Resource Manager.
    public static let arm = Self(rawValue: "arm")
    /// Key Vault.
    public static let keyVault = Self(rawValue: "key-vault")
    /// Managed HSM.
    public static let managedHSM = Self(rawValue: "managed-hsm")
    /// Blob, queue, table, file and data lake storage.
    public static let storage = Self(rawValue: "storage")
    /// Azure DevOps.
    public static let azureDevOps = Self(rawValue: "azure-devops")
    /// A container registry.
    public static let containerRegistry = Self(rawValue: "container-registry")
    /// Azure SQL.
    public static let sql = Self(rawValue: "sql")
    /// Service Bus and Event Hubs.
    public static let serviceBus = Self(rawValue: "service-bus")
    /// App Configuration.
    public static let appConfiguration = Self(rawValue: "app-configuration")
    /// Cosmos DB.
    public static let cosmos = Self(rawValue: "cosmos")
    /// Log Analytics.
    public static let logAnalytics = Self(rawValue: "log-analytics")
    /// Any other API, known by its audience alone.
    public static let api = Self(rawValue: "api")
}
