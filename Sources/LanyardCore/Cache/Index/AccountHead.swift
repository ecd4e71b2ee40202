/// What the rules for choosing need of every account, without its names.
package struct AccountHead: Sendable {
    package let key: AccountKey
    package let isExplicitOnly: Bool
    package let homeTenantID: String?

    init(key: AccountKey, isExplicitOnly: Bool, homeTenantID: String?) {
        self.key = key
        self.isExplicitOnly = isExplicitOnly
        self.homeTenantID = homeTenantID
    }

    package init(_ account: Account) {
        self.init(key: account.key, isExplicitOnly: account.isExplicitOnly, homeTenantID: account.homeTenantID)
    }

    /// The order in which a choice looks at accounts: by person, then by application.
    package static func order(_ left: AccountKey, _ right: AccountKey) -> Bool {
        if left.homeAccountID != right.homeAccountID {
            return left.homeAccountID.rawValue < right.homeAccountID.rawValue
        }
        return (left.environment, left.clientID) < (right.environment, right.clientID)
    }
}
