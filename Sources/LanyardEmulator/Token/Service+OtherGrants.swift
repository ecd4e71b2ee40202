import LanyardCore

extension Service {
    /// An app that acts for itself.
    mutating func redeemCredentials(
        _ form: Parameters,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard client.isConfidential else { throw ServiceError(700025) }
        guard authority.audience == .tenant, let tenant = authority.tenant, tenant.id != World.consumers else {
            throw ServiceError(9001023, authority.segment)
        }
        guard let text = form["scope"] else { throw ServiceError(900144, "scope") }
        let names = text.split(separator: " ").map(String.init)
        // MSAL Go sends OIDC scopes along; they mean nothing here.
        let own = names.filter { !ScopeRequest.openIDScopes.contains($0.lowercased()) }
        guard !own.isEmpty, let odd = own.first(where: { !$0.lowercased().hasSuffix("/.default") }) ?? own.first else {
            throw ServiceError(1002012, text)
        }
        guard odd.lowercased().hasSuffix("/.default") else { throw ServiceError(1002012, odd) }
        let scope = try tokenScope(text, client)
        var order = TokenOrder(authority: authority, tenant: tenant, user: nil, client: client, signIn: nil)
        order.scope = scope
        order.claims = try ClaimsRequest(form["claims"])
        exchange.log.tenant = tenant.id
        let token = try accessToken(order, scope.parts.first)
        var body: [String: JSONValue] = [
            "token_type": "Bearer", "access_token": .string(token.text),
            "expires_in": .integer(token.lifetime), "ext_expires_in": .integer(token.lifetime),
        ]
        if token.lifetime >= 7200 { body["refresh_in"] = .integer(token.lifetime / 2) }
        return .object(body)
    }

    /// Name and password from the app itself.
    mutating func redeemPassword(
        _ form: Parameters,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard let name = form["username"] else { throw ServiceError(900144, "username") }
        guard let password = form["password"] else { throw ServiceError(900144, "password") }
        guard let scopeText = form["scope"] else { throw ServiceError(900144, "scope") }
        exchange.log.account = name
        guard let user = world.user(name), !user.isPersonal else { throw ServiceError(50034, name) }
        guard let home = world.tenant(id: user.home.tenant) else { throw ServiceError(50034, name) }
        if authority.audience == .tenant, authority.kind != .oidc {
            // Guests have no password where they are guests.
            guard authority.tenant?.id == home.id else { throw ServiceError(50034, name) }
        }
        let signIn = try authenticate(name, password)
        let scope = try tokenScope(scopeText, client)
        var order = TokenOrder(authority: authority, tenant: home, user: user, client: client, signIn: signIn)
        order.scope = scope
        order.scopeText = scopeText
        order.claims = try ClaimsRequest(form["claims"])
        order.flow = "password"
        order.wantsRefreshToken = scope.wantsRefreshToken
        order.wantsClientInfo = form.isOn("client_info")
        return try issue(order)
    }

    /// A middle tier that trades a token it got for one of the next API.
    mutating func redeemAssertion(
        _ form: Parameters,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard form["requested_token_use"] == "on_behalf_of" else { throw ServiceError(90023, "requested_token_use") }
        guard let assertion = form["assertion"] else { throw ServiceError(900144, "assertion") }
        guard let scopeText = form["scope"] else { throw ServiceError(900144, "scope") }
        guard let claims = JWT.verify(assertion, by: ring) else { throw ServiceError(50013) }
        guard (claims["exp"]?.integerValue ?? 0) > now else { throw ServiceError(500133) }
        let audience = claims["aud"]?.stringValue ?? ""
        guard audience == client.id || world.resource(audience)?.appID == client.id else { throw ServiceError(500131) }
        guard let tenantID = claims["tid"]?.stringValue, let tenant = authority.tenant ?? world.tenant(id: tenantID),
            let oid = claims["oid"]?.stringValue,
            let user = world.users.first(where: { $0.memberships.contains { $0.tenant == tenantID && $0.oid == oid } })
        else { throw ServiceError(50013) }
        guard user.membership(in: tenant.id) != nil else { throw ServiceError(50020, user.name) }
        let scope = try tokenScope(scopeText, client)
        var signIn = newSignIn(user)
        signIn.methods = (claims["amr"]?.arrayValue ?? []).compactMap(\.stringValue)
        signIn.epoch = Int(claims["xms_emulator_epoch"]?.integerValue ?? 0)
        try checkEpoch(signIn)
        var order = TokenOrder(authority: authority, tenant: tenant, user: user, client: client, signIn: signIn)
        order.scope = scope
        order.scopeText = scopeText
        order.claims = try ClaimsRequest(form["claims"])
        order.flow = "on_behalf_of"
        order.wantsRefreshToken = scope.wantsRefreshToken
        order.wantsClientInfo = form.isOn("client_info")
        return try issue(order)
    }
}
