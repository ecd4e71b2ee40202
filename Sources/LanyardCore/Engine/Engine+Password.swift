extension Engine {
    /// Signs an account in with name and password, and keeps it (RFC 6749 §4.3).
    ///
    /// Do not build on it: the program sees the password, a second factor cannot be given, guests, personal and federated accounts
    /// cannot use it, and OAuth 2.1 has dropped it. It is there for tests and for programs that are being moved away from it. The
    /// authority is asked first who checks the password; where that is another server nothing is sent anywhere. Throws
    /// `interaction_required` for a federated account and for whatever a person has to settle in a browser, `blocked`,
    /// `not_a_member`, `invalid_argument`, the `store…` codes and the network's.
    public func signInWithPassword(_ request: PasswordRequest) async throws -> AuthenticationResult {
        let name = request.username
        guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "/" }),
            name.utf8.allSatisfy({ $0 >= 0x20 })
        else {
            throw LanyardError(.invalidArgument, "the user name is empty or no user principal name").with {
                $0.field = "username"
            }
        }
        var authority = request.authority ?? settings.authority
        if let tenant = request.tenant { authority = authority.with(tenant: tenant) }
        guard authority.tenant != .consumers else {
            throw LanyardError(
                .invalidAuthority,
                "personal accounts do not sign in by password",
                hint: signInHint(account: nil, tenant: .consumers, claims: nil)
            ).with { $0.field = "tenant" }
        }
        let endpoints = try await resolver.endpoints(of: authority)
        try await cache.checkStore()
        if authority.kind == .entra { try await requireManaged(name, authority) }
        let claims = try ClaimsRequest.merge(challenge: request.claims, capabilities: settings.capabilities)
        let correlationID = makeCorrelationID()
        var fields = [
            ("client_id", settings.clientID), ("grant_type", "password"), ("username", name),
            ("password", request.password.reveal()), ("scope", request.scopes.wire), ("client_info", "1"),
        ]
        if let claims { fields.append(("claims", claims)) }
        // Once only: a second try with a wrong password would count towards the account's lock-out.
        let answer = try await tokenClient.post(
            endpoints.token,
            fields,
            correlationID: correlationID,
            anchor: "upn:\(name)",
            isRepeatable: false
        )
        let outcome = SignInOutcome(
            authority: authority,
            endpoints: endpoints,
            nonce: nil,
            scopes: request.scopes,
            expected: nil,
            expectedName: nil,
            label: request.label,
            isExplicitOnly: nil
        )
        do {
            return try await finish(answer, outcome, correlationID)
        } catch let error as LanyardError where error.account == nil {
            throw error.with { $0.account = name }
        }
    }

    private func requireManaged(_ name: String, _ authority: Authority) async throws {
        let path = "common/userrealm/\(FormURLEncoding.percentEncode(name))?api-version=1.0"
        let realm = try UserRealm(try await resolver.getJSON("https://\(authority.networkHost)/\(path)", authority))
        guard realm.kind == .federated else { return }
        throw LanyardError(
            .interactionRequired,
            "the password of \(name) is checked by its organisation's own server (\(realm.domain ?? "federated")), which is not asked",
            hint: "\(signInHint(account: nil, tenant: nil, claims: nil)) --login-hint \(Self.shellQuoted(name))"
        ).with { $0.account = name }
    }
}
