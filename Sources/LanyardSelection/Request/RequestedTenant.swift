public import LanyardCore

/// The tenant that a request names.
public typealias RequestedTenant = TenantName

extension TenantName {
    /// The tenant as a request writes it.
    public var name: String { pathSegment }

    /// Whether one tenant is meant, and not a set of accounts.
    var isSpecific: Bool {
        switch self {
        case .id, .domain: true
        case .common, .organizations, .consumers: false
        }
    }
}
