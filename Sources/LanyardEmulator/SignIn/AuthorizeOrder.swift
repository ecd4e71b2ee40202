import LanyardCore

/// An authorization request that was found to be in order.
struct AuthorizeOrder: Sendable {
    /// How a request fails: before the redirect URI is known to be right nothing may be sent there.
    enum Failure: Error {
        case page(ServiceError)
        case redirect(ServiceError)
    }

    var client: Client
    var redirectURI: String
    var responseMode: String
    var responseTypes: Set<String>
    var scopeText: String
    var scope: ScopeRequest
    var claims: ClaimsRequest
    var parameters: Parameters
    var isSinglePage: Bool

    var state: String? { parameters["state"] }
    var nonce: String? { parameters["nonce"] }
    var prompt: String { parameters["prompt"] ?? "" }
    var loginHint: String? { parameters["login_hint"] }

    /// The parameters as a query, to be carried through the pages.
    var text: String { FormURLEncoding.encode(parameters.items.map { ($0.name, $0.value) }) }
}

/// Where an answer goes, known before the rest of the request is.
struct RedirectTarget: Sendable {
    var uri: String
    var mode: String
    var state: String?
}

extension Service {
    /// Whom the request is from and where its answer goes, else an error for a page.
    func redirectTarget(
        _ parameters: Parameters,
        _ authority: Authority
    ) throws(ServiceError) -> (client: Client, target: RedirectTarget) {
        if state.strictness.refuseRepeated, let name = parameters.repeated {
            throw ServiceError(90023, name)
        }
        guard let clientID = parameters["client_id"] else { throw ServiceError(900144, "client_id") }
        let client = try knownClient(clientID, authority)
        let registered = client.redirectURIs + client.singlePageRedirectURIs
        guard let uri = parameters["redirect_uri"] ?? registered.first else { throw ServiceError(50011, "") }
        guard RedirectRule.admits(uri, client: client) else { throw ServiceError(50011, uri) }
        let types = Set((parameters["response_type"] ?? "").split(separator: " ").map(String.init))
        let standard = types.contains("id_token") || types.contains("token") ? "fragment" : "query"
        let mode = parameters["response_mode"] ?? standard
        let target = RedirectTarget(
            uri: uri,
            mode: ["query", "fragment", "form_post"].contains(mode) ? mode : standard,
            state: parameters["state"]
        )
        return (client, target)
    }

    /// The app, where the authority knows it.
    func knownClient(_ id: String, _ authority: Authority) throws(ServiceError) -> Client {
        guard let client = client(id) else { throw ServiceError(700016, id) }
        guard let only = client.tenant else { return client }
        guard let tenant = authority.tenant, authority.audience == .tenant else { throw ServiceError(50194, id) }
        guard tenant.id == only || tenant.kind != .entra else { throw ServiceError(700016, id) }
        return client
    }

    /// Checks the rest; what is thrown goes to the redirect URI.
    func readOrder(
        _ parameters: Parameters,
        _ client: Client,
        _ target: RedirectTarget
    ) throws(ServiceError) -> AuthorizeOrder {
        guard let responseType = parameters["response_type"] else { throw ServiceError(900144, "response_type") }
        let types = Set(responseType.split(separator: " ").map(String.init))
        let known: [Set<String>] = [["code"], ["id_token"], ["code", "id_token"], ["id_token", "token"]]
        guard known.contains(types) else { throw ServiceError(70005, responseType) }
        let mode = parameters["response_mode"] ?? target.mode
        guard ["query", "fragment", "form_post"].contains(mode) else { throw ServiceError(90023, "response_mode") }
        if types.contains("id_token"), mode == "query" { throw ServiceError(70007, mode) }
        guard let scopeText = parameters["scope"] else { throw ServiceError(900144, "scope") }
        let scope = try ScopeRequest(scopeText, world: world, client: client, own: exchange.ownScopes)
        let prompts = ["", "login", "none", "consent", "select_account", "create"]
        guard prompts.contains(parameters["prompt"] ?? "") else { throw ServiceError(90023, "prompt") }
        if types.contains("id_token"), parameters["nonce"] == nil { throw ServiceError(90014, "nonce") }
        let isSinglePage = client.singlePageRedirectURIs.contains { RedirectRule.admits(target.uri, registered: $0) }
        try checkChallenge(parameters, isSinglePage: isSinglePage)
        let strictness = state.strictness
        if strictness.requireState, parameters["state"] == nil { throw ServiceError(900144, "state") }
        if strictness.requireNonce, scope.wantsIDToken, parameters["nonce"] == nil {
            throw ServiceError(90014, "nonce")
        }
        if strictness.requirePKCE, !client.isConfidential, types.contains("code"), parameters["code_challenge"] == nil {
            throw ServiceError(50147)
        }
        return AuthorizeOrder(
            client: client,
            redirectURI: target.uri,
            responseMode: mode,
            responseTypes: types,
            scopeText: scopeText,
            scope: scope,
            claims: try ClaimsRequest(parameters["claims"]),
            parameters: parameters,
            isSinglePage: isSinglePage
        )
    }

    private func checkChallenge(_ parameters: Parameters, isSinglePage: Bool) throws(ServiceError) {
        guard let challenge = parameters["code_challenge"] else {
            if isSinglePage { throw ServiceError(9002325) }
            return
        }
        guard PKCE.isWellFormed(challenge) else { throw ServiceError(501491) }
        let method = parameters["code_challenge_method"] ?? "plain"
        guard ["S256", "plain"].contains(method) else { throw ServiceError(90023, "code_challenge_method") }
        if state.strictness.refusePlain, method == "plain" { throw ServiceError(90023, "code_challenge_method") }
    }
}

/// Proof Key for Code Exchange (RFC 7636).
enum PKCE {
    static func isWellFormed(_ text: String) -> Bool {
        guard (43...128).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
            default: false
            }
        }
    }

    static func matches(verifier: String, challenge: String, method: String) -> Bool {
        method == "plain" ? verifier == challenge : Base64URL.encode(Service.sha256(verifier)) == challenge
    }
}
