/// A token reply worked out: for which realm, with which scopes, until when; and how it changes what is stored.
struct Grant: Sendable {
    let reply: TokenReply
    let realm: String
    let granted: ScopeSet
    let declined: [String]
    let expiresOn: Int64?
    private let key: AccountKey
    private let domain: String?
    private let now: Int64

    init(reply: TokenReply, asked: ScopeSet, authority: Authority, key: AccountKey, now: Int64) {
        self.reply = reply
        self.key = key
        self.now = now
        // The token's own tenant counts; the words of the request may mean several.
        realm =
            reply.idToken?.tenantID ?? authority.tenant.tenantID ?? reply.clientInfo?.utid.lowercased()
            ?? key.homeAccountID.tenantID ?? authority.host
        if case .domain(let domain) = authority.tenant { self.domain = domain } else { domain = nil }
        let answered = reply.scope ?? asked
        // '.default' names no permission, so that a server need not repeat it; it is what the next request will look for.
        granted = ScopeSet(unchecked: answered.values + asked.own.filter { $0.lowercased().hasSuffix(".default") })
        declined = ScopeSet(unchecked: asked.own).subtracting(granted)
        expiresOn = reply.expiresIn.map { now + $0 }
    }

    /// Puts the grant into an account's record and tokens.
    ///
    /// `redeemed` is the refresh token that a renewal was made with. Where another one has taken its place meanwhile the account
    /// was signed in anew, and the renewal belongs to the sign-in before: its tokens are for the caller only. No clock decides
    /// that, since it may be set back.
    func apply(to record: inout AccountRecord, _ tokens: inout AccessTokenSet, redeemed: Secret? = nil) {
        let isOvertaken = redeemed != nil && record.refreshToken != nil && record.refreshToken != redeemed
        if let refreshToken = reply.refreshToken, !isOvertaken {
            record.refreshToken = refreshToken
            record.refreshTokenIssuedAt = now
            record.familyID = reply.familyID ?? record.familyID
        }
        let isHome = key.homeAccountID.tenantID == nil || key.homeAccountID.tenantID == realm
        let claims = reply.idToken?.claims ?? [:]
        record.merge(
            profile: TenantProfile(
                tenantID: realm,
                objectID: reply.idToken?.objectID,
                username: reply.idToken?.username,
                name: reply.idToken?.name,
                domain: domain,
                isHome: isHome,
                // Times and one-time values change with each token and would make each renewal a change of the account.
                claims: claims.filter { !Self.passing.contains($0.key) }
            )
        )
        if record.username.isEmpty { record.username = reply.idToken?.subject ?? key.homeAccountID.rawValue }
        // A token without a known end is for the caller only (B01 of the bug list).
        guard !isOvertaken, let accessToken = reply.accessToken, let expiresOn else { return }
        tokens.insert(
            AccessTokenEntry(
                realm: realm,
                scopes: granted,
                token: accessToken,
                cachedAt: now,
                expiresOn: expiresOn,
                extendedExpiresOn: reply.extendedExpiresIn.map { now + $0 },
                refreshOn: reply.refreshIn.map { now + $0 }
            ),
            now: now
        )
    }

    private static let passing: Set<String> = [
        "iat", "nbf", "exp", "nonce", "aio", "uti", "rh", "at_hash", "c_hash", "sid",
    ]

    /// The grant as a caller gets it.
    func result(
        _ account: Account,
        _ authority: Authority,
        _ source: AuthenticationResult.Source,
        _ correlationID: String
    ) throws -> AuthenticationResult {
        AuthenticationResult(
            accessToken: reply.accessToken ?? Secret(""),
            tokenType: reply.tokenType,
            expiresOn: expiresOn,
            scopes: granted.values,
            declinedScopes: declined,
            tenantID: realm,
            account: account,
            authority: authority,
            source: source,
            correlationID: correlationID,
            isExtended: false
        )
    }
}
