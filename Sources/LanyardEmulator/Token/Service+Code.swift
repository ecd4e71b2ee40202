import LanyardCore

extension Service {
    static let codeLife: Int64 = 600

    mutating func redeemCode(
        _ form: Parameters,
        _ request: Request,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard let text = form["code"] else { throw ServiceError(900144, "code") }
        guard let code = open(text, CodeGrant.purpose, prefix: "1.C", as: CodeGrant.self) else {
            throw ServiceError(9002313)
        }
        guard code.client == client.id else { throw ServiceError(70000) }
        guard state.spent[code.id] == nil else { throw ServiceError(54005) }
        guard now - code.issued <= Self.codeLife else { throw ServiceError(70008) }
        try checkOrigin(request, code)
        guard let redirect = form["redirect_uri"] ?? client.redirectURIs.first, redirect == code.redirectURI else {
            throw ServiceError(500112, form["redirect_uri"] ?? "")
        }
        try checkVerifier(form, code)
        let (user, tenant) = try holder(of: code, authority, client)
        try checkEpoch(code.signIn)
        let scopeText = form["scope"] ?? code.scope
        var scope = try ScopeRequest(scopeText, world: world, client: client, own: exchange.ownScopes)
        if form["scope"] == nil, scope.parts.count > 1 { scope.parts = Array(scope.parts.prefix(1)) }
        guard scope.parts.count < 2 else { throw ServiceError(28000) }
        // What the sign-in asked for beside the API stays asked for.
        let first = try ScopeRequest(code.scope, world: world, client: client, own: exchange.ownScopes)
        scope.openID.formUnion(first.openID)
        var order = TokenOrder(authority: authority, tenant: tenant, user: user, client: client, signIn: code.signIn)
        order.scope = scope
        order.scopeText = code.scope
        order.claims = try ClaimsRequest(form["claims"] ?? code.claims)
        order.nonce = code.nonce
        order.flow = "authorization_code"
        order.isSinglePage = code.isSinglePage
        order.wantsRefreshToken = scope.wantsRefreshToken
        order.wantsClientInfo = form.isOn("client_info")
        let reply = try issue(order)
        spend(code.id, until: code.issued + Self.codeLife + 60)
        return reply
    }

    private func checkOrigin(_ request: Request, _ code: CodeGrant) throws(ServiceError) {
        let isCrossOrigin = request.header("Origin") != nil
        if code.isSinglePage, !isCrossOrigin { throw ServiceError(9002327) }
        if !code.isSinglePage, isCrossOrigin { throw ServiceError(9002326) }
    }

    private func checkVerifier(_ form: Parameters, _ code: CodeGrant) throws(ServiceError) {
        guard let challenge = code.challenge else {
            if form["code_verifier"] != nil { throw ServiceError(501481) }
            return
        }
        guard let verifier = form["code_verifier"], PKCE.isWellFormed(verifier) else { throw ServiceError(501481) }
        let method = code.challengeMethod ?? "plain"
        guard PKCE.matches(verifier: verifier, challenge: challenge, method: method) else { throw ServiceError(501481) }
    }

    private func holder(
        of code: CodeGrant,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> (User, Tenant) {
        guard let user = world.user(code.signIn.user), let tenant = world.tenant(id: code.tenant) else {
            throw ServiceError(9002313)
        }
        guard authority.policy == code.policy else { throw ServiceError(70000) }
        if authority.kind == .entra || authority.kind == .ciam {
            guard tenant.cloud == authority.cloud.name || authority.isOwn else { throw ServiceError(90038, tenant.id) }
            if authority.audience == .tenant, let named = authority.tenant, named.id != tenant.id {
                throw ServiceError(700005)
            }
        }
        try checkState(user)
        return (user, tenant)
    }
}
