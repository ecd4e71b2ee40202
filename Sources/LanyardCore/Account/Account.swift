/// One signed-in person or identity, with every tenant it was seen in.
public struct Account: Sendable, Hashable {
    /// Which stored sign-in this is.
    public var key: AccountKey
    /// The name at home, for people; never a key.
    public var username: String
    /// The display name at home.
    public var name: String?
    /// The name that its owner gave it.
    public var label: String?
    /// Whether it is used only when it is named.
    public var isExplicitOnly: Bool
    /// Whether its sign-in is known to be no longer good.
    public var needsSignIn: Bool
    /// The tenants it was seen in, home first.
    public var tenantProfiles: [TenantProfile]

    /// Makes an account.
    public init(
        key: AccountKey,
        username: String,
        name: String? = nil,
        label: String? = nil,
        isExplicitOnly: Bool = false,
        needsSignIn: Bool = false,
        tenantProfiles: [TenantProfile] = []
    ) {
        self.key = key
        self.username = username
        self.name = name
        self.label = label
        self.isExplicitOnly = isExplicitOnly
        self.needsSignIn = needsSignIn
        self.tenantProfiles = tenantProfiles
    }

    /// Who this is across tenants.
    public var homeAccountID: HomeAccountID { key.homeAccountID }

    /// Label, or name where it has no label.
    public var displayName: String { label ?? username }

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

    /// The profile in a tenant, by its id.
    public func profile(in tenantID: String) -> TenantProfile? {
        tenantProfiles.first { $0.tenantID == tenantID.lowercased() }
    }
}

/// What tells one stored sign-in from every other: the person, the cloud and the application.
public struct AccountKey: Sendable, Hashable {
    /// Who.
    public let homeAccountID: HomeAccountID
    /// The cloud's main authority host, the same for all of its aliases; `host:port` where the port is not 443.
    public let environment: String
    /// The application (client) id, in small letters.
    public let clientID: String

    /// Makes a key; ids and host are compared without case.
    public init(homeAccountID: HomeAccountID, environment: String, clientID: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment.lowercased()
        self.clientID = clientID.lowercased()
    }

    /// Makes a key of parts that were written down as they are kept: lowering them again costs a command with a thousand accounts.
    init(kept homeAccountID: HomeAccountID, environment: String, clientID: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment
        self.clientID = clientID
    }
}
