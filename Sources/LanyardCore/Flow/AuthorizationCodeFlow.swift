/// One sign-in through a browser, without its effects: what to open, which redirect is ours, what to redeem.
public struct AuthorizationCodeFlow: Sendable {
    /// What a redirect led to.
    public enum Outcome: Sendable {
        /// The code to redeem, and at which host where the user's cloud is another one.
        case code(Secret, cloudHost: String?)
        /// The authority or the person refused.
        case refused(LanyardError)
    }

    /// What is asked for.
    public let request: SignInRequest
    /// The application.
    public let clientID: String
    /// Where.
    public let authority: Authority
    /// The address that the browser comes back to, with its port.
    public let redirectURI: String
    /// Ties the redirect to this sign-in.
    public let state: String
    /// Ties the ID token to this sign-in.
    public let nonce: String
    /// The proof key.
    public let pkce: PKCE
    /// Whether the redirect is a POST; generic providers that do not list form_post answer with a GET.
    public let usesFormPost: Bool
    private let endpoints: Endpoints
    private let correlationID: String
    private let claims: String?

    /// Makes a sign-in with fresh random values.
    public init(
        request: SignInRequest,
        clientID: String,
        authority: Authority,
        endpoints: Endpoints,
        redirectURI: String,
        claims: String?,
        correlationID: String,
        random: any RandomSource,
        digester: any Digester
    ) {
        self.request = request
        self.clientID = clientID
        self.authority = authority
        self.endpoints = endpoints
        self.redirectURI = redirectURI
        self.claims = claims
        self.correlationID = correlationID
        state = Base64URL.encode(random.bytes(32))
        nonce = Base64URL.encode(random.bytes(32))
        pkce = PKCE(random: random, digester: digester)
        usesFormPost = endpoints.responseModes?.contains("form_post") ?? true
    }

    /// The page to open.
    public var authorizeURL: String {
        var fields: [(String, String)] = [
            ("client_id", clientID),
            ("response_type", "code"),
            ("redirect_uri", redirectURI),
            ("response_mode", usesFormPost ? "form_post" : "query"),
            (
                "scope",
                ScopeSet(unchecked: request.scopes.values + request.extraScopesToConsent + ScopeSet.openID).values
                    .joined(separator: " ")
            ),
            ("state", state),
            ("nonce", nonce),
            ("code_challenge", pkce.challenge),
            ("code_challenge_method", "S256"),
            ("client_info", "1"),
            ("client-request-id", correlationID),
        ]
        if let prompt = request.prompt { fields.append(("prompt", prompt.rawValue)) }
        if let hint = request.loginHint { fields.append(("login_hint", hint)) }
        if let hint = request.domainHint { fields.append(("domain_hint", hint)) }
        if let claims { fields.append(("claims", claims)) }
        if request.isInstanceAware { fields.append(("instance_aware", "true")) }
        fields += request.extraParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let separator = endpoints.authorize.contains("?") ? "&" : "?"
        return endpoints.authorize + separator + FormURLEncoding.encode(fields)
    }

    /// Decides what one request to the listener is: ours only with our state and no repeated field.
    public func judge(_ fields: [RedirectField]) -> RedirectJudgement {
        guard Set(fields.map(\.name)).count == fields.count else { return .foreign }
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard values["state"] == state else { return .foreign }
        if let error = values["error"] {
            let text = values["error_description"].flatMap { $0.isEmpty ? nil : $0 } ?? error
            return .failure(message: TerminalText.oneLine(text, limit: 300))
        }
        guard let code = values["code"], !code.isEmpty else { return .foreign }
        return .success
    }

    /// Reads the redirect that ``judge(_:)`` took.
    public func outcome(of fields: [RedirectField]) -> Outcome {
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        if values["error"] != nil {
            let document = JSONValue.object(values.mapValues { .string($0) })
            guard let error = ServerError(document, status: 400) else {
                return .refused(LanyardError(.malformedReply, "the authority's answer has an empty error"))
            }
            return .refused(error.lanyardError(account: request.loginHint, tenant: authority.tenant.pathSegment))
        }
        let host = values["cloud_instance_host_name"]?.lowercased()
        if request.isInstanceAware, let host, Cloud.environment(of: host) != authority.environment {
            // Only a listed cloud's host gets the code: the parameter comes through the browser and may be anybody's.
            guard Cloud.isKnown(host: host) else {
                return .refused(
                    LanyardError(
                        .refused,
                        "the answer names '\(TerminalText.oneLine(host, limit: 80))' as cloud, which is none",
                        hint: "sign in with the account's own cloud: --cloud"
                    )
                )
            }
            return .code(Secret(values["code"] ?? ""), cloudHost: host)
        }
        return .code(Secret(values["code"] ?? ""), cloudHost: nil)
    }
}
