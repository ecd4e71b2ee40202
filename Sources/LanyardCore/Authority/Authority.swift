/// Who issues the tokens: a host, what stands behind it, and a tenant or policy of it.
///
/// Two spellings of one authority are equal: hosts and tenants in small letters, no trailing slash, no `v2.0`, no port 443.
public struct Authority: Sendable, Hashable {
    /// What kind of service answers there; it decides how paths, issuers and account ids look.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Microsoft Entra ID.
        case entra
        /// Azure AD B2C: a tenant and a policy.
        case b2c
        /// Microsoft Entra External ID.
        case ciam
        /// Active Directory Federation Services.
        case adfs
        /// Any other OpenID provider, found through its discovery document.
        case oidc
    }

    /// What answers there.
    public let kind: Kind
    /// The host, with its port where that is not 443.
    public let host: String
    /// The tenant; `common` where the kind has none.
    public let tenant: TenantName
    /// The B2C policy in small letters.
    public let policy: String?
    /// The path without its last slash, as endpoints are built from it.
    public let path: String

    /// The worldwide cloud for work and school accounts of any tenant.
    public static let organizations = Authority(kind: .entra, host: Cloud.publicCloud.host, tenant: .organizations)

    init(kind: Kind, host: String, tenant: TenantName, policy: String? = nil, path: String? = nil) {
        self.kind = kind
        self.host = host.lowercased()
        self.tenant = tenant
        self.policy = policy
        self.path = path ?? "/" + tenant.pathSegment
    }

    /// A tenant at an Entra host; throws `invalid_authority` where the host is no host.
    public init(host: String, tenant: TenantName) throws(LanyardError) {
        let base = try AuthorityURL("https://\(host)/x")
        self.init(kind: .entra, host: base.host, tenant: tenant)
    }

    /// The canonical URL.
    public var url: String { "https://\(host)\(path)" }

    /// The name under which accounts of this authority are filed: the same for all aliases of a cloud.
    public var environment: String { Cloud.environment(of: host) }

    /// The cloud, where it is one of the built-in ones.
    public var cloud: Cloud? { Cloud.of(host: host) }

    /// The host that requests go to.
    public var networkHost: String { kind == .entra ? environment : host }

    /// The same service with another tenant; kinds without tenants stay as they are.
    public func with(tenant: TenantName) -> Authority {
        switch kind {
        case .entra, .ciam: Authority(kind: kind, host: host, tenant: tenant)
        case .b2c, .adfs, .oidc: self
        }
    }
}

extension Authority: CustomStringConvertible {
    /// The canonical URL.
    public var description: String { url }
}
