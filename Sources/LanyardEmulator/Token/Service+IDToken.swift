import LanyardCore

extension Service {
    /// The ID token; forged where a fault says so.
    mutating func idToken(_ order: TokenOrder) throws(ServiceError) -> String {
        var claims = idClaims(order)
        guard let forgery = exchange.fault?.forge.flatMap(Forgery.init), let key = ring.current else {
            return try sign(claims, isOldForm: false)
        }
        switch forgery {
        case .wrongAudience: claims["aud"] = "99999999-9999-4999-8999-999999999999"
        case .wrongIssuer: claims["iss"] = .string("https://login.evil.example/\(order.tenant.id)/v2.0")
        case .wrongTenant: claims["tid"] = "99999999-9999-4999-8999-999999999999"
        case .wrongNonce: claims["nonce"] = "not-the-nonce"
        case .expired:
            for name in ["iat", "nbf"] { claims[name] = .integer(now - 90000) }
            claims["exp"] = .integer(now - 86400)
        default: break
        }
        do { return try JWT.forge(.object(claims), forgery, by: key) } catch {
            throw ServiceError(error: "server_error", text: "\(error)", status: 500)
        }
    }

    private func idClaims(_ order: TokenOrder) -> [String: JSONValue] {
        guard let user = order.user, let signIn = order.signIn else { return [:] }
        let tenant = order.tenant
        let oid = user.membership(in: tenant.id)?.oid ?? user.home.oid
        let scopes = order.scope?.openID ?? []
        var claims: [String: JSONValue] = [
            "iss": .string(order.authority.issuer(tenant.id)), "aud": .string(order.client.id),
            "iat": .integer(now - 300), "nbf": .integer(now - 300), "exp": .integer(now + 3600),
            "sub": .string(pairwise(oid, order)), "sid": .string(signIn.session), "xms_emulator": true,
            "auth_time": .integer(signIn.time),
        ]
        if let nonce = order.nonce { claims["nonce"] = .string(nonce) }
        if let code = order.code { claims["c_hash"] = .string(halfHash(code)) }
        if let token = order.accessToken, order.code != nil || order.flow == "authorize" {
            claims["at_hash"] = .string(halfHash(token))
        }
        switch order.authority.kind {
        case .b2c(let policy): addCustomer(user, policy, &claims)
        case .adfs:
            claims["upn"] = .string(user.name)
            claims["unique_name"] = .string(user.name)
        case .oidc:
            claims["sub"] = .string(user.home.oid)
            if scopes.contains("profile") { claims["name"] = .string(user.displayName) }
            if scopes.contains("email") { claims["email"] = .string(user.name) }
        case .entra, .ciam: addEntra(order, user, oid, scopes, &claims)
        }
        return claims
    }

    private func addEntra(
        _ order: TokenOrder,
        _ user: User,
        _ oid: String,
        _ scopes: Set<String>,
        _ claims: inout [String: JSONValue]
    ) {
        let isGuest = order.tenant.id != user.home.tenant
        claims["ver"] = "2.0"
        claims["uti"] = .string(random.token(bytes: 16))
        claims["rh"] = .string("1." + random.token(bytes: 12))
        if scopes.contains("profile") {
            claims["oid"] = .string(oid)
            claims["tid"] = .string(order.tenant.id)
            claims["name"] = .string(user.displayName)
            claims["preferred_username"] = .string(user.name)
            claims["login_hint"] = .string("O." + Base64URL.encode(Array(user.name.utf8)))
        }
        if isGuest {
            claims["idp"] = .string("https://sts.windows.net/\(user.home.tenant)/")
            claims["acct"] = 1
        }
        if isGuest || user.isPersonal || scopes.contains("email") { claims["email"] = .string(user.name) }
    }

    private func addCustomer(_ user: User, _ policy: String, _ claims: inout [String: JSONValue]) {
        claims["ver"] = "1.0"
        claims["tfp"] = .string(policy)
        claims["sub"] = .string(user.home.oid)
        claims["oid"] = .string(user.home.oid)
        claims["name"] = .string(user.displayName)
        claims["emails"] = [.string(user.name)]
        claims["given_name"] = .string(user.givenName)
        claims["family_name"] = .string(user.familyName)
    }

    /// The left half of the hash, as `c_hash` and `at_hash` carry it.
    private func halfHash(_ text: String) -> String { Base64URL.encode(Service.sha256(text).prefix(16)) }
}
