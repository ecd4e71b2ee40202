import LanyardCore

extension Service {
    mutating func redeemRefreshToken(
        _ form: Parameters,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard let text = form["refresh_token"] else { throw ServiceError(900144, "refresh_token") }
        guard let grant = open(text, RefreshGrant.purpose, prefix: "1.A", as: RefreshGrant.self) else {
            throw ServiceError(9002313)
        }
        exchange.log.account = grant.signIn.user
        let isFamily = grant.family != nil && grant.family == client.family
        guard grant.client == client.id || isFamily else { throw ServiceError(700007) }
        guard grant.kind == authority.grantKind, grant.policy == authority.policy else { throw ServiceError(70000) }
        try checkAge(grant, authority)
        try checkEpoch(grant.signIn)
        guard !state.voidChains.contains(grant.chain) else { throw ServiceError(70000) }
        if state.strictness.rotate, state.spent[grant.id] != nil {
            state.voidChains.insert(grant.chain)
            throw ServiceError(70000)
        }
        let (user, tenant) = try admit(grant.signIn.user, authority, client)
        // Missing scope means that of the sign-in; several resources mean the first.
        let scopeText = form["scope"] ?? grant.scope
        var scope = try tokenScope(scopeText, client, allowsSeveral: form["scope"] == nil)
        scope.parts = Array(scope.parts.prefix(1))
        var order = TokenOrder(authority: authority, tenant: tenant, user: user, client: client, signIn: grant.signIn)
        order.scope = scope
        order.scopeText = grant.scope
        order.claims = try ClaimsRequest(form["claims"])
        order.flow = "refresh_token"
        order.previous = grant
        order.isSinglePage = grant.fixedExpiry != nil
        order.wantsRefreshToken = true
        order.wantsClientInfo = form.isOn("client_info")
        let reply = try issue(order)
        if state.strictness.rotate { spend(grant.id, until: grant.issued + Self.refreshLife) }
        return reply
    }

    private func checkAge(_ grant: RefreshGrant, _ authority: Authority) throws(ServiceError) {
        if let end = grant.fixedExpiry, now > end { throw ServiceError(700084) }
        if authority.policy != nil, now - grant.issued > Self.customerLife { throw ServiceError(90_090_080) }
        guard now - grant.issued <= Self.refreshLife else { throw ServiceError(700082) }
    }
}
