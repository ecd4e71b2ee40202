import LanyardCore

extension Service {
    static let refreshLife: Int64 = 90 * 86400
    static let singlePageLife: Int64 = 86400
    static let customerLife: Int64 = 14 * 86400

    /// The token reply for a person, after every check on the person.
    mutating func issue(_ order: TokenOrder) throws(ServiceError) -> JSONValue {
        guard let scope = order.scope, let user = order.user, let signIn = order.signIn else {
            throw ServiceError(9002313)
        }
        exchange.log.account = user.name
        exchange.log.tenant = order.tenant.id
        let part = scope.parts.first
        try checkPolicy(order, user, signIn, part?.resource)
        if let missing = missingConsents(scope, user, order.tenant, order.client).first {
            throw missing.consent == .admin
                ? ServiceError(90094, missing.displayName) : ServiceError(65001, order.client.id)
        }
        var body: [String: JSONValue] = ["token_type": "Bearer"]
        var order = order
        // A customer app that asked for no API gets none.
        if order.authority.policy == nil || part != nil {
            let token = try accessToken(order, part)
            body["access_token"] = .string(token.text)
            body["expires_in"] = .integer(token.lifetime)
            body["ext_expires_in"] = .integer(token.lifetime)
            body["scope"] = .string(token.scope)
            if token.lifetime >= 7200 { body["refresh_in"] = .integer(token.lifetime / 2) }
            order.accessToken = token.text
        } else {
            body["expires_in"] = 3600
            body["scope"] = ""
        }
        if scope.wantsIDToken { body["id_token"] = .string(try idToken(order)) }
        if order.wantsRefreshToken { try addRefreshToken(order, user, signIn, &body) }
        if order.wantsClientInfo, order.authority.hasClientInfo {
            body["client_info"] = .string(clientInfo(user, order.authority))
        }
        addKindMembers(order, &body)
        return .object(body)
    }

    private func checkPolicy(
        _ order: TokenOrder,
        _ user: User,
        _ signIn: SignIn,
        _ resource: Resource?
    ) throws(ServiceError) {
        let facts = PolicyFacts(
            user: user,
            client: order.client,
            resource: resource ?? world.graph,
            flow: order.flow,
            signIn: signIn,
            now: now
        )
        if let error = policyError(facts, order.tenant) { throw error }
        guard let claims = order.claims else { return }
        if !Set(claims.contexts).isSubset(of: signIn.contexts) {
            throw ServiceError(50076, order.client.id).with { $0.claims = claims.text }
        }
        if claims.namesPolicy, !signIn.hasMFA {
            throw ServiceError(50076, order.client.id).with { $0.claims = claims.text }
        }
    }

    private func addRefreshToken(
        _ order: TokenOrder,
        _ user: User,
        _ signIn: SignIn,
        _ body: inout [String: JSONValue]
    ) throws(ServiceError) {
        let id = random.token(bytes: 12)
        var fixed = order.previous?.fixedExpiry
        if order.isSinglePage, fixed == nil { fixed = now + Self.singlePageLife }
        let grant = RefreshGrant(
            id: id,
            chain: order.previous?.chain ?? id,
            signIn: signIn,
            client: order.client.id,
            family: order.client.family,
            issued: now,
            fixedExpiry: fixed,
            kind: order.authority.grantKind,
            policy: order.authority.policy,
            scope: order.scopeText
        )
        body["refresh_token"] = .string(try seal(grant, RefreshGrant.purpose, prefix: "1.A"))
        if let family = order.client.family { body["foci"] = .string(family) }
        if let fixed { body["refresh_token_expires_in"] = .integer(fixed - now) }
        if order.authority.policy != nil { body["refresh_token_expires_in"] = .integer(Self.customerLife) }
    }

    /// What other kinds of authority add to the reply, or leave out.
    private func addKindMembers(_ order: TokenOrder, _ body: inout [String: JSONValue]) {
        switch order.authority.kind {
        case .b2c:
            let life = body["expires_in"]?.integerValue ?? 3600
            body["not_before"] = .integer(now)
            body["expires_on"] = .integer(now + life)
            body["id_token_expires_in"] = 3600
            body["profile_info"] = .string(Base64URL.encode(Array("{\"ver\":\"1.0\"}".utf8)))
            if let part = order.scope?.parts.first { body["resource"] = .string(part.resource.appID) }
        case .oidc, .adfs:
            body["ext_expires_in"] = nil
            body["foci"] = nil
        case .entra, .ciam: break
        }
    }
}

extension Authority {
    /// The kind's name, which a refresh token is bound to.
    var grantKind: String {
        switch kind {
        case .entra: "entra"
        case .b2c: "b2c"
        case .ciam: "ciam"
        case .adfs: "adfs"
        case .oidc: "oidc"
        }
    }
}
