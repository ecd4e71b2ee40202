/// What an ID token from the token endpoint has to say to be believed.
///
/// The channel is TLS to the token endpoint, which OpenID Connect Core §3.1.3.7 accepts in place of the signature. A claim that is
/// there has to be right; the local clock is not a judge, since it may be the one that is wrong (B04 of the bug list).
public struct IDTokenRule: Sendable {
    /// The application.
    public var clientID: String
    /// Where the token was asked for.
    public var authority: Authority
    /// The issuer that the authority's discovery document named, where it was read.
    public var issuer: String?
    /// The value sent with the authorize request, where one was sent.
    public var nonce: String?

    /// Makes a rule.
    public init(clientID: String, authority: Authority, issuer: String? = nil, nonce: String? = nil) {
        self.clientID = clientID
        self.authority = authority
        self.issuer = issuer
        self.nonce = nonce
    }

    /// Throws `invalid_token` that names the claim that is wrong.
    public func check(_ token: IDToken) throws(LanyardError) {
        if !token.audiences.isEmpty {
            guard token.audiences.contains(where: { $0.lowercased() == clientID.lowercased() }) else {
                throw refuse("aud", "is for another application")
            }
            if token.audiences.count > 1, let party = token.claims["azp"]?.stringValue {
                guard party.lowercased() == clientID.lowercased() else {
                    throw refuse("azp", "is for another application")
                }
            }
        }
        if let nonce, token.nonce != nonce { throw refuse("nonce", "does not belong to this sign-in") }
        if case .id(let wanted) = authority.tenant, authority.kind == .entra, let tenant = token.tenantID,
            tenant != wanted
        {
            throw refuse("tid", "is of another tenant")
        }
        if let issuer = token.issuer {
            guard accepts(issuer, tenantID: token.tenantID) else { throw refuse("iss", "is not the authority") }
        }
        if let issued = token.claims["iat"]?.integerValue, let expiry = token.claims["exp"]?.integerValue {
            guard expiry > issued else { throw refuse("exp", "lies before its own issue") }
        }
    }

    private func accepts(_ issuer: String, tenantID: String?) -> Bool {
        if let expected = self.issuer {
            return issuer == expected.replacing("{tenantid}", with: tenantID ?? "{tenantid}")
        }
        guard issuer.lowercased().hasPrefix("https://") else { return false }
        let rest = issuer.dropFirst("https://".count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let host = rest[..<slash].lowercased()
        let pieces = rest[slash...].split(separator: "/").map { $0.lowercased() }
        switch authority.kind {
        case .entra:
            // A tenant's tokens carry the tenant's id in the issuer, whatever word stood in the request.
            guard Cloud.environment(of: host) == authority.environment else { return false }
            return tenantID == nil || pieces.first == tenantID
        case .ciam:
            return host.hasSuffix(".ciamlogin.com") && (tenantID == nil || pieces.first == tenantID)
        case .b2c, .adfs, .oidc:
            return host == authority.host
        }
    }

    private func refuse(_ claim: String, _ reason: String) -> LanyardError {
        LanyardError(
            .invalidToken,
            "the ID token from \(authority.host) was refused: \(claim) \(reason)",
            hint:
                "sign in again; if it happens again, something between this computer and the authority changes its answers"
        ).with { $0.field = claim }
    }
}
