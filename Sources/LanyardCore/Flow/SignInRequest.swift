/// What a sign-in through a browser asks for.
public struct SignInRequest: Sendable {
    /// How much the authority's page asks the person.
    public enum Prompt: String, Sendable, CaseIterable {
        /// Choose among the accounts that the browser knows.
        case selectAccount = "select_account"
        /// Enter the credentials anew.
        case login
        /// Consent again.
        case consent
        /// Create an account.
        case create
        /// Show no page at all; fails with `interaction_required` where one would be needed.
        case none
    }

    /// The scopes of the first access token; empty for identity alone.
    public var scopes: ScopeSet
    /// The tenant, where it is not the application's.
    public var tenant: TenantName?
    /// Another authority than the application's.
    public var authority: Authority?
    /// The account that has to sign in; anybody else's sign-in is refused and not stored.
    public var account: Account?
    /// The user name that has to sign in, where its account is not known yet; anybody else's sign-in is refused and not stored.
    public var expectedName: String?
    /// How much to ask, by default to choose an account.
    public var prompt: Prompt?
    /// The name to fill in.
    public var loginHint: String?
    /// The domain whose sign-in page to go to at once.
    public var domainHint: String?
    /// Scopes of other resources to consent to in the same go; no token is fetched for them.
    public var extraScopesToConsent: [String]
    /// A claims challenge, as it came.
    public var claims: String?
    /// Whether a user of another cloud may be sent there.
    public var isInstanceAware: Bool
    /// Further parameters of the authorize request; reserved names are refused.
    public var extraParameters: [String: String]
    /// The longest wait for the person, by default 5 minutes.
    public var limit: Duration
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
        prompt: Prompt? = .selectAccount,
        loginHint: String? = nil,
        domainHint: String? = nil,
        extraScopesToConsent: [String] = [],
        claims: String? = nil,
        isInstanceAware: Bool = false,
        extraParameters: [String: String] = [:],
        limit: Duration = .seconds(300),
        label: String? = nil,
        isExplicitOnly: Bool? = nil
    ) {
        self.scopes = scopes
        self.tenant = tenant
        self.authority = authority
        self.account = account
        self.prompt = prompt
        self.loginHint = loginHint
        self.domainHint = domainHint
        self.extraScopesToConsent = extraScopesToConsent
        self.claims = claims
        self.isInstanceAware = isInstanceAware
        self.extraParameters = extraParameters
        self.limit = limit
        self.label = label
        self.isExplicitOnly = isExplicitOnly
    }

    /// Parameters that the library sets itself.
    public static let reservedParameters: Set<String> = [
        "client_id", "response_type", "redirect_uri", "response_mode", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "client_info", "prompt", "login_hint", "domain_hint", "claims", "instance_aware",
        "client-request-id", "client_secret", "code", "code_verifier", "grant_type", "refresh_token",
    ]

    /// Throws `invalid_argument` for an extra parameter that would change what the library sets itself.
    public func validate() throws(LanyardError) {
        for name in extraParameters.keys.sorted() where Self.reservedParameters.contains(name.lowercased()) {
            throw LanyardError(.invalidArgument, "the parameter '\(name)' is set by the library and cannot be given")
                .with { $0.field = name }
        }
    }
}
