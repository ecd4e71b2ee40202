/// A token and everything that was said about it.
public struct AuthenticationResult: Sendable {
    /// How the token was come by.
    public enum Source: String, Sendable {
        /// It was kept.
        case cache
        /// It was fetched with a refresh token.
        case refresh
        /// A person signed in.
        case interactive
    }

    /// The access token; empty where a B2C authority was asked for no API's scope.
    public var accessToken: Secret
    /// The scheme of the `Authorization` header.
    public var tokenType: String
    /// When the token ends, in seconds since 1970; absent where the server did not say.
    public var expiresOn: Int64?
    /// What was granted, as the server wrote it.
    public var scopes: [String]
    /// What was asked for and not granted.
    public var declinedScopes: [String]
    /// The tenant that the token is for.
    public var tenantID: String
    /// Whose token it is.
    public var account: Account
    /// Who issued it.
    public var authority: Authority
    /// How it was come by.
    public var source: Source
    /// The id under which the service's operators find the request; absent for a kept token.
    public var correlationID: String?
    /// Whether the token is past its life and was handed out because the service is down.
    public var isExtended: Bool

    /// The account as the token's tenant knows it.
    public var tenantProfile: TenantProfile? { account.profile(in: tenantID) }
}
