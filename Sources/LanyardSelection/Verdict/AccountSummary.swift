public import LanyardCore

/// An account as a verdict shows it.
public struct AccountSummary: Sendable, Hashable, Codable {
    /// The home account id.
    public var homeAccountID: String
    /// The cloud's main authority host.
    public var environment: String
    /// The application (client) id of the sign-in.
    public var clientID: String
    /// The name at home.
    public var username: String
    /// The name that its owner gave it.
    public var label: String?
    /// The home tenant's id.
    public var homeTenantID: String?
    /// Work or personal.
    public var kind: AccountKind

    /// The summary of an account.
    public init(_ account: Account) {
        let home = account.homeTenantID
        homeAccountID = account.homeAccountID.rawValue
        environment = account.key.environment
        clientID = account.key.clientID
        username = account.username
        label = account.label
        homeTenantID = home
        kind = AccountKind(homeTenantID: home)
    }

    init(_ contender: Contender, _ heads: [AccountHead], _ people: AccountList) {
        let head = heads[contender.head]
        homeAccountID = head.key.homeAccountID.rawValue
        environment = head.key.environment
        clientID = head.key.clientID
        username = people.username(contender.place)
        label = people.label(contender.place)
        homeTenantID = head.homeTenantID
        kind = contender.kind
    }

    /// Which stored sign-in this is.
    public var key: AccountKey {
        AccountKey(homeAccountID: HomeAccountID(rawValue: homeAccountID), environment: environment, clientID: clientID)
    }

    /// Who this is.
    public var identity: AccountIdentity { AccountIdentity(key) }

    /// Name, with the label where there is one, in one line.
    var shown: String {
        let name = TerminalText.oneLine(username, limit: 120)
        return label.map { "\(name) [\(TerminalText.oneLine($0, limit: 60))]" } ?? name
    }

    private enum CodingKeys: String, CodingKey {
        case homeAccountID = "home_account_id"
        case environment
        case clientID = "client_id"
        case username
        case label
        case homeTenantID = "home_tenant_id"
        case kind
    }
}
