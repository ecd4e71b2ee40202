/// What a token without any page is asked for.
public struct SilentRequest: Sendable {
    /// Whose token; never anybody else's.
    public var account: Account
    /// The scopes of one resource; empty for Microsoft Graph's basic ones.
    public var scopes: ScopeSet
    /// The tenant; by default the application's, and the account's home where that one means several.
    public var tenant: TenantName?
    /// Another authority than the application's; of the account's own cloud.
    public var authority: Authority?
    /// A claims challenge, as it came; passes the kept token over.
    public var claims: String?
    /// Whether to fetch a new token although a kept one would do.
    public var forceRefresh: Bool
    /// The seconds that a kept token has to live, by default 300.
    public var minimumLifetime: Int64

    /// Makes a request.
    public init(
        account: Account,
        scopes: ScopeSet,
        tenant: TenantName? = nil,
        authority: Authority? = nil,
        claims: String? = nil,
        forceRefresh: Bool = false,
        minimumLifetime: Int64 = 300
    ) {
        self.account = account
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.claims = claims
        self.forceRefresh = forceRefresh
        self.minimumLifetime = minimumLifetime
    }
}

/// What a sign-in on another device asks for.
public struct DeviceCodeRequest: Sendable {
    /// The scopes of the first access token.
    public var scopes: ScopeSet
    /// The tenant, where it is not the application's.
    public var tenant: TenantName?
    /// Another authority than the application's.
    public var authority: Authority?
    /// The account that has to sign in; anybody else's sign-in is refused and not stored.
    public var account: Account?
    /// The user name that has to sign in, where its account is not known yet; anybody else's sign-in is refused and not stored.
    public var expectedName: String?
    /// A claims challenge, as it came.
    public var claims: String?
    /// The label that the account gets.
    public var label: String?
    /// Whether the account is to be used only when named.
    public var isExplicitOnly: Bool?

    /// Makes a request.
    public init(
        scopes: ScopeSet = ScopeSet(unchecked: []),
        tenant: TenantName? = nil,
        authority: Authority? = nil,
        account: Account? = nil,
        claims: String? = nil,
        label: String? = nil,
        isExplicitOnly: Bool? = nil
    ) {
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.account = account
        self.claims = claims
        self.label = label
        self.isExplicitOnly = isExplicitOnly
    }
}

/// What a person has to be told for a sign-in on another device.
public struct DeviceCodePrompt: Sendable {
    /// What to type.
    public var userCode: String
    /// Where to type it.
    public var verificationURI: String
    /// One sentence with both, the server's own where it sent one.
    public var message: String
    /// Seconds until the code is worthless.
    public var lifetime: Int64
}
