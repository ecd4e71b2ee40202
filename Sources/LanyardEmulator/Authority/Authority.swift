/// The authority that a URL names.
struct Authority: Sendable {
    /// Who may sign in.
    enum Audience: Sendable, Equatable {
        case tenant
        case organizations
        case common
    }

    enum Kind: Sendable, Equatable {
        case entra
        /// With the user flow's registered name.
        case b2c(policy: String)
        case ciam
        case adfs
        case oidc
    }

    /// Scheme, host and port as the client used them.
    var base: String
    /// The pieces of the path in front of the fixed words, as the client wrote them.
    var segment: String
    var kind: Kind
    var audience: Audience
    /// The directory, where the URL names one.
    var tenant: Tenant?
    var cloud: Cloud
    /// The base of tokens' issuers: the cloud's main host, or the emulator's own.
    var issuerBase: String
    /// Whether the emulator is reached under its own name and serves Graph and ARM there too.
    var isOwn: Bool
    /// Whether the policy came as `/tfp/`, which shows in the issuer.
    var isTrustFrameworkPath = false

    /// The issuer of tokens for the tenant.
    func issuer(_ tenantID: String) -> String {
        switch kind {
        case .entra: "\(issuerBase)/\(tenantID)/v2.0"
        case .b2c(let policy):
            isTrustFrameworkPath
                ? "\(issuerBase)/tfp/\(tenantID)/\(policy.lowercased())/v2.0/" : "\(issuerBase)/\(tenantID)/v2.0/"
        case .ciam: isOwn ? "\(issuerBase)/\(tenantID)/v2.0" : "https://\(tenantID).ciamlogin.com/\(tenantID)/v2.0"
        case .adfs: "\(base)/adfs"
        case .oidc: "\(base)/oidc"
        }
    }

    /// The issuer of access tokens in the old form.
    func issuerV1(_ tenantID: String) -> String {
        kind == .adfs
            ? "\(base)/adfs/services/trust".replacing("https:", with: "http:") : "https://sts.windows.net/\(tenantID)/"
    }

    /// The issuer as the discovery document says it.
    var documentIssuer: String { issuer(tenant?.id ?? "{tenantid}") }

    /// What stands in the tenant's place of the URLs that the emulator writes.
    var canonicalSegment: String {
        switch kind {
        case .b2c, .adfs, .oidc: segment
        case .entra, .ciam:
            if audience == .tenant, let tenant, segment.lowercased() != "consumers" { tenant.id } else { segment }
        }
    }

    /// A URL of this authority.
    func url(_ path: String) -> String { "\(base)/\(canonicalSegment)/\(path)" }

    /// The base of Graph's URLs.
    var graphBase: String { isOwn ? base : "https://\(cloud.graphHosts.first ?? "graph.microsoft.com")" }

    var policy: String? {
        guard case .b2c(let policy) = kind else { return nil }
        return policy
    }
}
