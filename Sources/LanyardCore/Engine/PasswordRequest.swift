/// What a sign-in with name and password asks for.
public struct PasswordRequest: Sendable {
    /// The user principal name.
    public var username: String
    /// The password.
    public var password: Secret
    /// The scopes of the first access token.
    public var scopes: ScopeSet
    /// The tenant, where it is not the application's; personal accounts have no password sign-in.
    public var tenant: TenantName?
    /// Another authority than the application's.
    public var authority: Authority?
    /// A claims challenge, as it came.
    public var claims: String?
    /// The label that the account gets.
    public var label: String?

    /// Makes a request.
    public init(
        username: String,
        password: Secret,
        scopes: ScopeSet = ScopeSet(unchecked: []),
        tenant: TenantName? = nil,
        authority: Authority? = nil,
        claims: String? = nil,
        label: String? = nil
    ) {
        self.username = username
        self.password = password
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.claims = claims
        self.label = label
    }
}
