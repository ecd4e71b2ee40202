/// Everything that must outlive a logout for one account: the content of its durable item.
public struct AccountRecord: Sendable, Equatable {
    /// Which sign-in this is.
    public var key: AccountKey
    /// The name at home, for people.
    public var username: String
    /// The display name at home.
    public var name: String?
    /// The name that its owner gave it.
    public var label: String?
    /// Whether it is used only when named.
    public var isExplicitOnly: Bool
    /// The refresh token that serves every tenant; absent when a server said that it is of no use any more.
    public var refreshToken: Secret?
    /// When the refresh token was issued to us, in seconds since 1970; the newer one wins.
    public var refreshTokenIssuedAt: Int64
    /// The family of applications that may redeem the refresh token.
    public var familyID: String?
    /// The tenants, home first.
    public var tenantProfiles: [TenantProfile]
    /// Grows with every write.
    public var revision: Int64
    /// The access tokens, where the store has no place that forgets them.
    public var accessTokens: AccessTokenSet?
    /// Members that a newer version wrote.
    public var other: [String: JSONValue]

    /// Makes a record without tokens.
    public init(key: AccountKey, username: String) {
        self.key = key
        self.username = username
        isExplicitOnly = false
        refreshTokenIssuedAt = 0
        tenantProfiles = []
        revision = 0
        other = [:]
    }

    /// The account as callers see it.
    public var account: Account {
        Account(
            key: key,
            username: username,
            name: name,
            label: label,
            isExplicitOnly: isExplicitOnly,
            needsSignIn: refreshToken == nil,
            tenantProfiles: tenantProfiles
        )
    }

    /// The item's label for people: the account, its tenants and a mark that makes it unique.
    public func itemLabel(mark: String) -> String {
        let tenants = tenantProfiles.map {
            $0.tenantName ?? $0.domain ?? ($0.isHome ? Self.domain(of: username) : nil) ?? $0.tenantID
        }
        let list = tenants.isEmpty ? "" : " (\(tenants.joined(separator: ", ")))"
        return "Lanyard: \(TerminalText.oneLine(username, limit: 80))\(list) \(mark)".replacing("/", with: "_")
    }

    static func domain(of username: String) -> String? {
        username.split(separator: "@").count == 2 && !username.contains("#")
            ? username.split(separator: "@").last.map(String.init) : nil
    }

    /// Adds what a tenant said about the account.
    ///
    /// Claims of the home tenant name the account; a guest tenant's stay in its profile (B11 of the bug list).
    public mutating func merge(profile: TenantProfile) {
        var merged = profile
        if let old = tenantProfiles.firstIndex(where: { $0.tenantID == profile.tenantID }) {
            merged.domain = profile.domain ?? tenantProfiles[old].domain
            if merged.claims.isEmpty { merged.claims = tenantProfiles[old].claims }
            merged.objectID = profile.objectID ?? tenantProfiles[old].objectID
            merged.username = profile.username ?? tenantProfiles[old].username
            merged.name = profile.name ?? tenantProfiles[old].name
            merged.tenantName = profile.tenantName ?? tenantProfiles[old].tenantName
            merged.isHome = profile.isHome || tenantProfiles[old].isHome
            tenantProfiles[old] = merged
        } else {
            tenantProfiles.append(merged)
        }
        tenantProfiles.sort { ($0.isHome ? 0 : 1, $0.tenantID) < ($1.isHome ? 0 : 1, $1.tenantID) }
        let isFirst = tenantProfiles.count == 1
        guard merged.isHome || isFirst || username.isEmpty else { return }
        if let username = merged.username, !username.isEmpty { self.username = username }
        if let name = merged.name { self.name = name }
    }
}
