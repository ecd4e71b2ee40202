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
    /// Whether this is a work or a personal account.
    public var kind: AccountKind { AccountKind(homeTenantID: homeTenantID) }
}
