import LanyardCore

extension Service {
    /// What goes back to the client after a good sign-in.
    mutating func answerItems(
        _ step: SignInStep,
        _ user: User,
        _ tenant: Tenant
    ) throws(ServiceError) -> [(String, String)] {
        let order = step.order
        var items: [(String, String)] = []
        var code: String?
        if order.responseTypes.contains("code") {
            let made = try seal(codeGrant(step, tenant), CodeGrant.purpose, prefix: "1.C")
            items.append(("code", made))
            code = made
        }
        if order.responseTypes.contains("id_token") {
            var token = TokenOrder(
                authority: step.authority,
                tenant: tenant,
                user: user,
                client: order.client,
                signIn: step.signIn
            )
            token.scope = order.scope
            token.scopeText = order.scopeText
            token.nonce = order.nonce
            token.code = code
            token.flow = "authorize"
            if order.responseTypes.contains("token") {
                let access = try accessToken(token, order.scope.parts.first)
                items += [
                    ("access_token", access.text), ("token_type", "Bearer"), ("expires_in", String(access.lifetime)),
                    ("scope", access.scope),
                ]
                token.accessToken = access.text
            }
            items.append(("id_token", try idToken(token)))
        }
        if let state = order.state { items.append(("state", state)) }
        items.append(("session_state", step.signIn.session))
        if order.parameters.isOn("client_info"), step.authority.hasClientInfo {
            items.append(("client_info", clientInfo(user, step.authority)))
        }
        return items
    }

    private func codeGrant(_ step: SignInStep, _ tenant: Tenant) -> CodeGrant {
        let order = step.order
        return CodeGrant(
            id: random.token(bytes: 12),
            signIn: step.signIn,
            client: order.client.id,
            redirectURI: order.redirectURI,
            scope: order.scopeText,
            nonce: order.nonce,
            challenge: order.parameters["code_challenge"],
            challengeMethod: order.parameters["code_challenge_method"],
            tenant: tenant.id,
            issued: now,
            claims: order.claims.text,
            isSinglePage: order.isSinglePage,
            policy: step.authority.policy
        )
    }

    /// A sealed text; failing to make one is the emulator's own fault.
    func seal(_ value: some Encodable, _ purpose: String, prefix: String) throws(ServiceError) -> String {
        do { return prefix + (try sealer.seal(value, purpose: purpose)) } catch {
            throw ServiceError(error: "server_error", text: "\(error)", status: 500)
        }
    }

    /// The content of a sealed text with its prefix.
    func open<Value: Decodable>(_ text: String, _ purpose: String, prefix: String, as type: Value.Type) -> Value? {
        guard text.hasPrefix(prefix) else { return nil }
        return sealer.open(String(text.dropFirst(prefix.count)), as: type, purpose: purpose)
    }

    /// Who it is, whatever directory the token is for.
    func clientInfo(_ user: User, _ authority: Authority) -> String {
        let policy = authority.policy.map { "-" + $0.lowercased() } ?? ""
        let info: JSONValue = ["uid": .string(user.home.oid + policy), "utid": .string(user.home.tenant)]
        return Base64URL.encode(Array(info.serialized().utf8))
    }
}

extension Authority {
    /// Only Microsoft's own service knows `client_info`.
    var hasClientInfo: Bool { kind != .adfs && kind != .oidc }
}
