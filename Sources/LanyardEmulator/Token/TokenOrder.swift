/// What tokens are to be made for.
struct TokenOrder: Sendable {
    var authority: Authority
    var tenant: Tenant
    /// Nobody for an app that acts for itself.
    var user: User?
    var client: Client
    var signIn: SignIn?
    var scope: ScopeRequest?
    var scopeText = ""
    var claims: ClaimsRequest?
    var nonce: String?
    /// For the hashes of hybrid answers.
    var code: String?
    var accessToken: String?
    var flow = ""
    var declined: [String] = []
    /// Where the new refresh token comes from.
    var previous: RefreshGrant?
    var isSinglePage = false
    var wantsRefreshToken = false
    var wantsClientInfo = false

    init(authority: Authority, tenant: Tenant, user: User?, client: Client, signIn: SignIn?) {
        self.authority = authority
        self.tenant = tenant
        self.user = user
        self.client = client
        self.signIn = signIn
    }
}
