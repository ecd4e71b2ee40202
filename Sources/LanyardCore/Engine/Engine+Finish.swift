extension Engine {
    /// Judges the reply of a sign-in and stores the account.
    func finish(
        _ answer: TokenClient.Answer,
        _ outcome: SignInOutcome,
        _ correlationID: String
    ) async throws -> AuthenticationResult {
        let reply: TokenReply
        switch answer {
        case .refused(let error, let retryAfter):
            throw error.lanyardError(
                account: outcome.expected?.username,
                tenant: outcome.authority.tenant.pathSegment,
                retryAfter: retryAfter.flatMap { Int(exactly: $0) }
            )
        case .success(let document): reply = try TokenReply(document, now: now)
        }
        if let idToken = reply.idToken {
            try await check(idToken, outcome.authority, outcome.endpoints, nonce: outcome.nonce)
        }
        // Never made of oid and tid: that would call a guest's copy a home account (B02 of the bug list).
        guard let id = reply.clientInfo?.homeAccountID ?? reply.idToken?.subject.map(HomeAccountID.init(rawValue:))
        else {
            return try unidentified(reply, outcome, correlationID)
        }
        if let expected = outcome.expected, expected.homeAccountID != id {
            throw LanyardError(
                .accountMismatch,
                "\(reply.idToken?.username ?? id.rawValue) signed in, but \(expected.username) was asked for; nothing was stored",
                hint: "choose \(expected.username) on the page, or run 'lanyard login' without naming an account"
            ).with { $0.account = expected.username }
        }
        if outcome.expected == nil, let name = outcome.expectedName {
            let actual = reply.idToken?.username ?? id.rawValue
            guard actual.lowercased() == name.lowercased() else {
                throw LanyardError(
                    .accountMismatch,
                    "\(actual) signed in, but \(name) was asked for; nothing was stored",
                    hint: "choose \(name) on the page, or sign in without naming an account"
                ).with { $0.account = name }
            }
        }
        let key = AccountKey(
            homeAccountID: id,
            environment: outcome.authority.environment,
            clientID: settings.clientID
        )
        let grant = Grant(reply: reply, asked: outcome.scopes, authority: outcome.authority, key: key, now: now)
        let record = try await cache.update(key, .mayCreate) { record, tokens in
            grant.apply(to: &record, &tokens)
            record.label = outcome.label ?? record.label
            record.isExplicitOnly = outcome.isExplicitOnly ?? record.isExplicitOnly
        }
        if case .domain(let domain) = outcome.authority.tenant {
            try await cache.learn(domain: domain, tenantID: grant.realm)
        }
        await throttle.signedIn()
        if record.refreshToken == nil {
            ports.warn("the authority gave no refresh token: the sign-in lasts as long as its access token")
        }
        return try grant.result(record.account, outcome.authority, .interactive, correlationID)
    }

    private func unidentified(
        _ reply: TokenReply,
        _ outcome: SignInOutcome,
        _ correlationID: String
    ) throws -> AuthenticationResult {
        ports.warn("the authority did not say who signed in: the token is handed out and nothing is kept")
        let key = AccountKey(
            homeAccountID: HomeAccountID(rawValue: ""),
            environment: outcome.authority.environment,
            clientID: settings.clientID
        )
        let grant = Grant(reply: reply, asked: outcome.scopes, authority: outcome.authority, key: key, now: now)
        return try grant.result(Account(key: key, username: ""), outcome.authority, .interactive, correlationID)
    }
}
