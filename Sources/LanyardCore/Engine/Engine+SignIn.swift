extension Engine {
    /// Signs an account in through the browser and keeps it.
    ///
    /// Opens the authority's page and waits for its redirect to a free loopback port, `request.limit` at most. Signs nobody else
    /// out. Throws `sign_in_timed_out`, `user_cancelled`, `declined`, `account_mismatch` (nothing is stored), `no_browser`,
    /// `invalid_token`, the `store…` codes and the network's.
    public func signIn(_ request: SignInRequest) async throws -> AuthenticationResult {
        try request.validate()
        var authority = request.authority ?? settings.authority
        if let tenant = request.tenant { authority = authority.with(tenant: tenant) }
        let endpoints = try await resolver.endpoints(of: authority)
        try await cache.checkStore()
        let session = try await ports.listener.start(path: settings.redirectPath)
        do {
            let result = try await signIn(request, authority, endpoints, session)
            await session.stop()
            return result
        } catch {
            await session.stop()
            throw error
        }
    }

    private func signIn(
        _ request: SignInRequest,
        _ authority: Authority,
        _ endpoints: Endpoints,
        _ session: any RedirectSession
    ) async throws -> AuthenticationResult {
        var request = request
        // At the person's own prompt the account decides what to ask; with a known account the picker is only in the way.
        if let account = request.account {
            request.loginHint = request.loginHint ?? account.username
            if request.prompt == .selectAccount { request.prompt = nil }
        }
        if request.loginHint?.contains("#EXT#") == true {
            request.loginHint = try await homeName(of: request.loginHint)
        }
        let path = settings.redirectPath == "/" ? "" : settings.redirectPath
        let claims = try ClaimsRequest.merge(challenge: request.claims, capabilities: settings.capabilities)
        let correlationID = makeCorrelationID()
        let flow = AuthorizationCodeFlow(
            request: request,
            clientID: settings.clientID,
            authority: authority,
            endpoints: endpoints,
            redirectURI: "http://\(settings.redirectHost):\(session.port)\(path)",
            claims: claims,
            correlationID: correlationID,
            random: ports.random,
            digester: ports.digester
        )
        let fields = try await withLimit(request.limit) { try await visit(flow, session) }
        switch flow.outcome(of: fields) {
        case .refused(let error): throw error
        case .code(let code, let cloudHost):
            var endpoints = endpoints
            var authority = authority
            if let cloudHost {
                authority = try Authority(host: cloudHost, tenant: authority.tenant)
                endpoints = try await resolver.endpoints(of: authority)
            }
            let form =
                [
                    ("client_id", settings.clientID),
                    ("grant_type", "authorization_code"),
                    ("code", code.reveal()),
                    ("code_verifier", flow.pkce.verifier.reveal()),
                    ("redirect_uri", flow.redirectURI),
                    ("scope", request.scopes.wire),
                    ("client_info", "1"),
                ] + (claims.map { [("claims", $0)] } ?? [])
            // A code is good for one use; after a broken connection nobody knows whether it was used.
            let answer = try await tokenClient.post(
                endpoints.token,
                form,
                correlationID: correlationID,
                isRepeatable: false
            )
            return try await finish(
                answer,
                SignInOutcome(
                    authority: authority,
                    endpoints: endpoints,
                    nonce: flow.nonce,
                    scopes: request.scopes,
                    expected: request.account,
                    expectedName: request.expectedName,
                    label: request.label,
                    isExplicitOnly: request.isExplicitOnly
                ),
                correlationID
            )
        }
    }

    /// Opens the page and waits for what comes back, both at once: a browser with a session is back before it is known to run.
    private func visit(_ flow: AuthorizationCodeFlow, _ session: any RedirectSession) async throws -> [RedirectField] {
        try await withThrowingTaskGroup(of: [RedirectField]?.self) { group in
            group.addTask {
                try await session.wait(method: flow.usesFormPost ? "POST" : "GET") { flow.judge($0) }
            }
            group.addTask {
                try await ports.browser.open(flow.authorizeURL)
                return nil
            }
            defer { group.cancelAll() }
            while let step = try await group.next() { if let step { return step } }
            throw LanyardError(.internalFault, "the wait for the redirect ended without one")
        }
    }

    /// A guest tenant's own form of a name cannot be signed in with; the account's home name can, if it is known.
    private func homeName(of guestName: String?) async throws -> String? {
        let known = try await cache.index().accounts.first { account in
            account.tenantProfiles.contains { $0.username?.lowercased() == guestName?.lowercased() }
        }
        if known == nil {
            ports.warn("the name of a guest cannot be filled in; choose the account on the page")
        }
        return known?.username
    }

    private func withLimit<Result: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await ports.clock.sleep(limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let result = first else {
                throw LanyardError(
                    .signInTimedOut,
                    "nobody completed the sign-in within \(limit.components.seconds) s",
                    hint:
                        "if no browser came up here, use 'lanyard login --device-code'; if the page refused the redirect "
                        + "URI, register \(settings.redirectHost == "localhost" ? "http://localhost" : "that address") for the application"
                )
            }
            return result
        }
    }
}

/// What a completed sign-in is judged by and stored with.
struct SignInOutcome: Sendable {
    let authority: Authority
    let endpoints: Endpoints
    let nonce: String?
    let scopes: ScopeSet
    let expected: Account?
    let expectedName: String?
    let label: String?
    let isExplicitOnly: Bool?
}
