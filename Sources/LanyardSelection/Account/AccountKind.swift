public import LanyardCore

/// What sort of account somebody has.
public enum AccountKind: String, Sendable, Hashable, Codable {
    /// A work or school account.
    case work
    /// A personal Microsoft account.
    case personal

    /// The tenant in which every personal account is at home.
    public static let consumerTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// The sort of account that is at home in a tenant.
    init(homeTenantID: String?) { self = homeTenantID == Self.consumerTenantID ? .personal : .work }
}

extension Account {
    /// The id of the home tenant, of the home account id or else of the profile that says so.
    public var homeTenantID: String? {
        let id = homeAccountID.rawValue.utf8
        let start = id.index(id.endIndex, offsetBy: -36, limitedBy: id.startIndex)
        // Nearly every id is two GUIDs, and a profile has the second one already: no splitting, no new text.
        if let start, id.count == 73, id[id.index(before: start)] == UInt8(ascii: ".") {
            let tail = homeAccountID.rawValue[start...]
            return tenantProfiles.first { $0.isHome && $0.tenantID == tail }?.tenantID ?? String(tail)
        }
        return homeAccountID.tenantID ?? tenantProfiles.first(where: \.isHome)?.tenantID
    }

    /// Whether this is a work or a personal account.
    public var kind: AccountKind { AccountKind(homeTenantID: homeTenantID) }
}
