import LanyardCore

/// An access token with what the reply says of it.
struct AccessToken: Sendable {
    var text: String
    var scope: String
    var lifetime: Int64
    var audience: String
}

extension Service {
    /// An access token for the resource; for Graph where the request names none.
    mutating func accessToken(_ order: TokenOrder, _ part: ScopeRequest.Part?) throws(ServiceError) -> AccessToken {
        guard let graph = world.graph ?? world.resources.first else { throw ServiceError(500011, "Microsoft Graph") }
        let part = part ?? ScopeRequest.Part(resource: graph)
        let resource = part.resource
        let isCapable = order.claims?.isCapable == true && resource.isContinuous
        let random = Int64(self.random.bytes(2).reduce(0) { $0 << 8 | Int($1) } % 1800)
        let lifetime = exchange.fault?.lifetime ?? (isCapable ? 86400 : 3600 + random)
        let granted = grantedPermissions(order, part)
        let audience = resource.tokenVersion == 1 ? part.text ?? resource.appID : resource.appID
        var claims = order.user == nil ? appClaims(order) : userClaims(order, granted)
        claims["aud"] = .string(audience)
        claims["exp"] = .integer(now + lifetime)
        if isCapable { claims["xms_cc"] = ["CP1"] }
        if let contexts = order.signIn?.contexts, !contexts.isEmpty {
            claims["acrs"] = .array(contexts.map(JSONValue.string))
        }
        addVersion(resource.tokenVersion, order, &claims)
        let scope = order.user == nil ? "" : scopeReply(order, part, granted)
        let isPersonal = order.user?.isPersonal == true && resource.tokenVersion == 1
        // Personal accounts get tokens for Microsoft's APIs that are no JWTs at all.
        let text =
            isPersonal
            ? try seal(JSONValue.object(claims), "access", prefix: "EwB")
            : try sign(claims, isOldForm: resource.tokenVersion == 1)
        return AccessToken(text: text, scope: scope, lifetime: lifetime, audience: audience)
    }

    func sign(_ claims: [String: JSONValue], isOldForm: Bool) throws(ServiceError) -> String {
        guard let key = ring.current else {
            throw ServiceError(error: "server_error", text: "no signing key", status: 500)
        }
        do { return try JWT.sign(.object(claims), by: key, isOldForm: isOldForm) } catch {
            throw ServiceError(error: "server_error", text: "\(error)", status: 500)
        }
    }

    private func common(_ order: TokenOrder) -> [String: JSONValue] {
        [
            "iat": .integer(now - 300), "nbf": .integer(now - 300), "tid": .string(order.tenant.id),
            "uti": .string(random.token(bytes: 16)), "rh": .string("1." + random.token(bytes: 12)),
            "aio": .string(random.token(bytes: 24)), "xms_emulator": true,
        ]
    }

    private func userClaims(_ order: TokenOrder, _ granted: [String]) -> [String: JSONValue] {
        var claims = common(order)
        guard let user = order.user, let membership = user.membership(in: order.tenant.id) ?? user.memberships.first
        else {
            return claims
        }
        claims["oid"] = .string(membership.oid)
        claims["sub"] = .string(pairwise(membership.oid, order))
        claims["name"] = .string(user.displayName)
        claims["scp"] = .string(granted.joined(separator: " "))
        claims["idtyp"] = "user"
        claims["amr"] = .array((order.signIn?.methods ?? ["pwd"]).map(JSONValue.string))
        claims["xms_emulator_epoch"] = .integer(Int64(order.signIn?.epoch ?? 0))
        if order.tenant.id != user.home.tenant {
            claims["idp"] = .string("https://sts.windows.net/\(user.home.tenant)/")
            claims["acct"] = 1
        }
        return claims
    }

    private func appClaims(_ order: TokenOrder) -> [String: JSONValue] {
        var claims = common(order)
        let principal = servicePrincipal(order.client, order.tenant)
        claims["oid"] = .string(principal)
        claims["sub"] = .string(principal)
        claims["idtyp"] = "app"
        claims["roles"] = ["Directory.Read.All"]
        return claims
    }

    /// The app's object in the directory: made of both ids, so that it is always the same.
    func servicePrincipal(_ client: Client, _ tenant: Tenant) -> String {
        let hex = Hex.encode(Service.sha256(client.id + tenant.id).prefix(16))
        return [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
            .map { String(hex.dropFirst($0.0).prefix($0.1 - $0.0)) }
            .joined(separator: "-")
    }

    private func addVersion(_ version: Int, _ order: TokenOrder, _ claims: inout [String: JSONValue]) {
        let strength: JSONValue = order.client.isConfidential ? "1" : "0"
        if version == 1, order.authority.kind == .entra || order.authority.kind == .ciam {
            claims["ver"] = "1.0"
            claims["iss"] = .string(order.authority.issuerV1(order.tenant.id))
            claims["appid"] = .string(order.client.id)
            claims["appidacr"] = strength
            claims["app_displayname"] = .string(order.client.displayName)
            guard let user = order.user else { return }
            claims["acr"] = "1"
            claims["ipaddr"] = "127.0.0.1"
            claims["upn"] = .string(user.principalName(in: order.tenant))
            claims["unique_name"] = .string(user.name)
            claims["given_name"] = .string(user.givenName)
            claims["family_name"] = .string(user.familyName)
        } else {
            claims["ver"] = "2.0"
            claims["iss"] = .string(order.authority.issuer(order.tenant.id))
            claims["azp"] = .string(order.client.id)
            claims["azpacr"] = strength
            if let user = order.user { claims["preferred_username"] = .string(user.name) }
        }
    }

    /// The subject that only this app sees.
    func pairwise(_ oid: String, _ order: TokenOrder) -> String {
        if order.authority.policy != nil { return oid }
        return Base64URL.encode(Service.sha256([oid, order.client.id, order.tenant.id].joined(separator: "|")))
    }
}
