extension Engine {
    /// Redeems the account's refresh token at the plan's tenant and stores what comes; the caller holds the account's lock.
    func refresh(_ plan: SilentPlan) async throws -> AuthenticationResult {
        let key = plan.request.account.key
        guard let record = try await cache.record(key) else {
            try await cache.rebuildIndex()
            throw signInNeeded(plan, "the account is not signed in any more")
        }
        let family = record.refreshToken == nil ? try await cache.familyToken(for: key) : nil
        guard let refreshToken = record.refreshToken ?? family else {
            throw signInNeeded(plan, "the sign-in of \(record.username) is no longer good")
        }
        let endpoints = try await resolver.endpoints(of: plan.authority)
        let held = "\(endpoints.token)|\(cache.name(of: key))|\(plan.request.scopes.wire)|\(plan.claims ?? "")"
        let token = cache.hexDigest(refreshToken.reveal())
        if !plan.request.forceRefresh, let error = await throttle.stop(for: held, token: token, now: now) {
            throw error
        }
        do {
            return try await redeem(refreshToken, plan, endpoints, mayAdopt: true)
        } catch let error as LanyardError {
            await throttle.failed(held, token: token, with: error, now: now)
            throw error
        }
    }

    private func redeem(
        _ refreshToken: Secret,
        _ plan: SilentPlan,
        _ endpoints: Endpoints,
        mayAdopt: Bool
    ) async throws -> AuthenticationResult {
        let key = plan.request.account.key
        let correlationID = makeCorrelationID()
        var fields = [
            ("client_id", settings.clientID),
            ("grant_type", "refresh_token"),
            ("refresh_token", refreshToken.reveal()),
            ("scope", plan.request.scopes.wire),
            ("client_info", "1"),
        ]
        if let claims = plan.claims { fields.append(("claims", claims)) }
        let anchor = key.homeAccountID.objectID.flatMap { uid in key.homeAccountID.tenantID.map { "Oid:\(uid)@\($0)" } }
        let answer = try await tokenClient.post(endpoints.token, fields, correlationID: correlationID, anchor: anchor)
        switch answer {
        case .success(let document):
            let reply = try TokenReply(document, now: now)
            return try await save(reply, redeemed: refreshToken, plan, endpoints, correlationID)
        case .refused(let error, let retryAfter):
            let isHome =
                plan.realm == nil || plan.realm == key.homeAccountID.tenantID || key.homeAccountID.tenantID == nil
            guard ErrorRule.spoilsRefreshToken(error, inHomeTenant: isHome) else {
                throw describe(error, plan, retryAfter)
            }
            // Somebody else may have rotated the token meanwhile: only the stored one's refusal ends the sign-in.
            guard let stored = try await cache.record(key)?.refreshToken else {
                throw describe(error, plan, retryAfter)
            }
            if stored != refreshToken, mayAdopt { return try await redeem(stored, plan, endpoints, mayAdopt: false) }
            try await cache.update(key, .mustExist) { record, _ in
                if record.refreshToken == refreshToken { record.refreshToken = nil }
            }
            throw describe(error, plan, retryAfter)
        }
    }

    private func save(
        _ reply: TokenReply,
        redeemed: Secret,
        _ plan: SilentPlan,
        _ endpoints: Endpoints,
        _ correlationID: String
    ) async throws -> AuthenticationResult {
        let key = plan.request.account.key
        if let idToken = reply.idToken { try await check(idToken, plan.authority, endpoints) }
        try checkIdentity(reply, plan)
        let grant = Grant(reply: reply, asked: plan.request.scopes, authority: plan.authority, key: key, now: now)
        let record = try await cache.update(key, .mustExist) { record, tokens in
            grant.apply(to: &record, &tokens, redeemed: redeemed)
        }
        if case .domain(let domain) = plan.authority.tenant {
            try await cache.learn(domain: domain, tenantID: grant.realm)
        }
        return try grant.result(record.account, plan.authority, .refresh, correlationID)
    }

    /// A reply about somebody else is never stored and never handed out (B13 of the bug list).
    private func checkIdentity(_ reply: TokenReply, _ plan: SilentPlan) throws(LanyardError) {
        let key = plan.request.account.key
        let answered = reply.clientInfo?.homeAccountID
        guard answered == nil || answered == key.homeAccountID || key.homeAccountID.tenantID == nil else {
            throw LanyardError(
                .invalidToken,
                "the authority answered for another account than \(plan.request.account.username)",
                hint: "sign in again: \(signInHint(account: plan.request.account, tenant: nil, claims: nil))"
            ).with { $0.account = plan.request.account.username }
        }
    }

    private func describe(_ error: ServerError, _ plan: SilentPlan, _ retryAfter: Int64?) -> LanyardError {
        let account = plan.request.account
        let tenant = plan.request.tenant ?? plan.authority.tenant
        var result = error.lanyardError(
            account: account.username,
            tenant: tenant.pathSegment,
            retryAfter: retryAfter.flatMap { Int(exactly: $0) }
        )
        if result.code == .interactionRequired || result.code == .consentRequired {
            // A resource's challenge is still open; the server's own one comes first.
            result.claims = error.claims ?? plan.request.claims
            let command = signInHint(account: account, tenant: tenant, claims: result.claims)
            result.hint = [result.hint, command].compactMap { $0 }.joined(separator: "; ")
        }
        return result
    }

    private func signInNeeded(_ plan: SilentPlan, _ message: String) -> LanyardError {
        LanyardError(
            .interactionRequired,
            message,
            hint: signInHint(account: plan.request.account, tenant: plan.request.tenant, claims: plan.request.claims)
        ).with {
            $0.account = plan.request.account.username
            $0.tenant = plan.authority.tenant.pathSegment
        }
    }
}
