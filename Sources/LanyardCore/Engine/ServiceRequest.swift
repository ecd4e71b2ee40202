/// What an application asks for itself, without any person (RFC 6749 §4.4).
public struct ApplicationTokenRequest: Sendable {
    /// What for: one resource's `.default`, such as `https://graph.microsoft.com/.default`.
    public var scopes: ScopeSet
    /// The one tenant that the application acts in; by default that of the application's authority.
    public var tenant: TenantName?
    /// Another authority than the application's.
    public var authority: Authority?
    /// A claims challenge, as it came; passes the kept token over.
    public var claims: String?
    /// Whether to fetch a new token although a kept one would do.
    public var forceRefresh: Bool
    /// The seconds that a kept token has to live, by default 300.
    public var minimumLifetime: Int64

    /// Makes a request.
    public init(
        scopes: ScopeSet,
        tenant: TenantName? = nil,
        authority: Authority? = nil,
        claims: String? = nil,
        forceRefresh: Bool = false,
        minimumLifetime: Int64 = 300
    ) {
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.claims = claims
        self.forceRefresh = forceRefresh
        self.minimumLifetime = minimumLifetime
    }
}

/// What a middle tier asks on behalf of whoever called it (RFC 7523 §2.1 with Microsoft's `on_behalf_of`).
public struct OnBehalfOfRequest: Sendable {
    /// The access token that the caller sent; its audience has to be this application.
    public var assertion: Secret
    /// The scopes of one resource.
    public var scopes: ScopeSet
    /// The tenant of the caller's token; by default that of the application's authority.
    public var tenant: TenantName?
    /// Another authority than the application's.
    public var authority: Authority?
    /// A claims challenge, as it came; passes the kept token over.
    public var claims: String?
    /// The seconds that a kept token has to live, by default 300.
    public var minimumLifetime: Int64

    /// Makes a request.
    public init(
        assertion: Secret,
        scopes: ScopeSet,
        tenant: TenantName? = nil,
        authority: Authority? = nil,
        claims: String? = nil,
        minimumLifetime: Int64 = 300
    ) {
        self.assertion = assertion
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.claims = claims
        self.minimumLifetime = minimumLifetime
    }
}

/// A token that an application got by its own credential: for itself, or on behalf of a caller.
///
/// It belongs to no signed-in account: it is never listed, chosen or handed out as anybody's.
public struct ServiceToken: Sendable {
    /// How the token was come by.
    public enum Source: String, Sendable {
        /// It was kept.
        case cache
        /// The authority gave it now.
        case authority
    }

    /// The access token.
    public var accessToken: Secret
    /// The scheme of the `Authorization` header.
    public var tokenType: String
    /// When the token ends, in seconds since 1970; absent where the server did not say.
    public var expiresOn: Int64?
    /// What was granted; for an application itself what was asked, since the server does not repeat it.
    public var scopes: [String]
    /// The tenant that was asked, by its id where that is known.
    public var tenantID: String
    /// The application that it was issued to.
    public var clientID: String
    /// Who issued it.
    public var authority: Authority
    /// How it was come by.
    public var source: Source
    /// The id under which the service's operators find the request; absent for a kept token.
    public var correlationID: String?
}
