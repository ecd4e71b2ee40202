extension Engine {
    /// Where and as whom a service asks.
    struct ServicePlan: Sendable {
        let authority: Authority
        let realm: String
        let scopes: ScopeSet
        let fields: [(String, String)]
        let claims: String?
        let minimumLifetime: Int64
    }

    /// A token for the application itself: a kept one, else one for its credential.
    ///
    /// Kept under client, tenant and scopes, apart from everything that belongs to a person. Tasks and processes that need the same
    /// one make one request. Throws `no_credential`, `invalid_scope`, `invalid_authority`, `server_refused` with the server's reason,
    /// the `store…` codes and the network's.
    public func acquireTokenForApplication(_ request: ApplicationTokenRequest) async throws -> ServiceToken {
        try requireCredential("a token for itself")
        guard let scope = request.scopes.own.first, request.scopes.own.count == 1, scope.hasSuffix("/.default") else {
            throw LanyardError(
                .invalidScope,
                "an application gets what was granted to it at one resource, as RESOURCE/.default",
                hint: "ask for a scope such as https://graph.microsoft.com/.default"
            ).with { $0.field = "scope" }
        }
        let plan = try await plan(
            authority: request.authority,
            tenant: request.tenant,
            scopes: ScopeSet(unchecked: [scope]),
            fields: [("grant_type", "client_credentials")],
            claims: request.claims,
            minimumLifetime: request.minimumLifetime
        )
        let bypassesCache = request.forceRefresh || request.claims != nil
        let key = AccountKey(
            homeAccountID: TokenCache.applicationID,
            environment: plan.authority.environment,
            clientID: settings.clientID
        )
        var spare: AccessTokenEntry?
        if !bypassesCache, let hit = find(plan, in: try await cache.applicationTokens(key)) {
            if hit.verdict == .valid { return token(hit.entry, plan) }
            spare = hit.entry
        }
        do {
            return try await ports.locks.withLock("refresh-\(cache.name(of: key))", limit: .seconds(90)) {
                if !bypassesCache, let hit = find(plan, in: try await cache.applicationTokens(key)),
                    hit.verdict == .valid
                {
                    return token(hit.entry, plan)
                }
                let fetched = try await fetch(plan, isHeldBack: !bypassesCache)
                if let entry = fetched.entry { try await cache.keepApplicationToken(entry, key) }
                return fetched.token
            }
        } catch let error as LanyardError where Self.isOutage(error) {
            // Only "renew ahead of time" brings a token that is still good here.
            guard let spare, spare.expiresOn > now else { throw error }
            return token(spare, plan)
        }
    }

    /// A token on behalf of the caller whose token came along.
    ///
    /// Kept in this process only, under a hash of the caller's token and never longer than that one serves. A demand for a second
    /// factor, consent or a device cannot be met here: it is thrown with its `claims` unchanged, for the answer to the caller. Throws
    /// `no_credential`, `invalid_scope`, `interaction_required` and its kin, `server_refused` and the network's.
    public func acquireTokenOnBehalfOf(_ request: OnBehalfOfRequest) async throws -> ServiceToken {
        try requireCredential("tokens on behalf of callers")
        guard !request.scopes.own.isEmpty else {
            throw LanyardError(.invalidScope, "on behalf of a caller a scope of a resource has to be asked for").with {
                $0.field = "scope"
            }
        }
        let plan = try await plan(
            authority: request.authority,
            tenant: request.tenant,
            scopes: ScopeSet(unchecked: request.scopes.own),
            fields: [
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                ("requested_token_use", "on_behalf_of"),
                ("assertion", request.assertion.reveal()),
            ],
            claims: request.claims,
            minimumLifetime: request.minimumLifetime
        )
        // The whole digest: a shortened one might be made to meet another caller's.
        let caller = Base64URL.encode(request.assertion.withRevealedBytes { ports.digester.sha256(Array($0)) })
        let id = "\(plan.authority.url)|\(caller)|\(plan.scopes.wire)"
        if request.claims == nil {
            let kept = await callerTokens.tokens(of: caller)
            if let hit = find(plan, in: kept), hit.verdict != .extended { return token(hit.entry, plan) }
        }
        return try await callerTokens.once("\(id)|\(plan.claims ?? "")") {
            do {
                let fetched = try await fetch(plan, isHeldBack: request.claims == nil, caller: caller)
                if let entry = fetched.entry { await callerTokens.keep(entry, of: caller, now: now) }
                return fetched.token
            } catch let error as LanyardError {
                throw Self.outward(error, request.claims)
            }
        }
    }

    private func requireCredential(_ what: String) throws(LanyardError) {
        guard settings.credential == nil else { return }
        throw LanyardError(
            .noCredential,
            "a public client gets no \(what): it has no credential",
            hint: "set Configuration.credential of a confidential application"
        )
    }

    private func plan(
        authority: Authority?,
        tenant: TenantName?,
        scopes: ScopeSet,
        fields: [(String, String)],
        claims: String?,
        minimumLifetime: Int64
    ) async throws -> ServicePlan {
        var authority = authority ?? settings.authority
        if let tenant { authority = authority.with(tenant: tenant) }
        let isNamed = authority.kind != .entra || !authority.tenant.isMultiTenant && authority.tenant != .consumers
        guard isNamed else {
            throw LanyardError(
                .invalidAuthority,
                "a service acts in one tenant, and '\(authority.tenant.pathSegment)' means several",
                hint: "name the tenant by its id or domain"
            ).with { $0.field = "tenant" }
        }
        var realm = authority.tenant.tenantID ?? authority.host
        if authority.kind == .entra, case .domain(let domain) = authority.tenant {
            realm = try await tenantID(ofDomain: domain) ?? domain
        }
        return ServicePlan(
            authority: authority,
            realm: realm,
            scopes: scopes,
            fields: fields,
            claims: try ClaimsRequest.merge(challenge: claims, capabilities: settings.capabilities),
            minimumLifetime: minimumLifetime
        )
    }

    private func find(_ plan: ServicePlan, in tokens: AccessTokenSet) -> (
        entry: AccessTokenEntry, verdict: CachedTokenVerdict
    )? {
        tokens.best(realm: plan.realm, scopes: plan.scopes, now: now, minimumLifetime: plan.minimumLifetime)
    }

    /// `caller` tells apart whose demands the authority may refuse, so that one caller's refusal holds back nobody else.
    private func fetch(
        _ plan: ServicePlan,
        isHeldBack: Bool,
        caller: String = ""
    ) async throws -> (token: ServiceToken, entry: AccessTokenEntry?) {
        let endpoint = try await resolver.endpoints(of: plan.authority).token
        let held = "\(endpoint)|service \(caller)|\(plan.scopes.wire)|\(plan.claims ?? "")"
        if isHeldBack, let error = await throttle.stop(for: held, now: now) { throw error }
        let correlationID = makeCorrelationID()
        // No offline_access: a token for the credential or the caller's token is had again without a refresh token to look after.
        var fields = [("client_id", settings.clientID), ("scope", plan.scopes.values.joined(separator: " "))]
        fields += plan.fields
        if let claims = plan.claims { fields.append(("claims", claims)) }
        do {
            switch try await tokenClient.post(endpoint, fields, correlationID: correlationID) {
            case .success(let document):
                return kept(try TokenReply(document, now: now), plan, correlationID)
            case .refused(let error, let retryAfter):
                throw error.lanyardError(
                    tenant: plan.authority.tenant.pathSegment,
                    retryAfter: retryAfter.flatMap { Int(exactly: $0) }
                )
            }
        } catch let error as LanyardError {
            await throttle.failed(held, with: error, now: now)
            throw error
        }
    }

    private func kept(
        _ reply: TokenReply,
        _ plan: ServicePlan,
        _ correlationID: String
    ) -> (token: ServiceToken, entry: AccessTokenEntry?) {
        let granted = ScopeSet(unchecked: (reply.scope?.own ?? []) + plan.scopes.own)
        var result = ServiceToken(
            accessToken: reply.accessToken ?? Secret(""),
            tokenType: reply.tokenType,
            expiresOn: reply.expiresIn.map { now + $0 },
            scopes: reply.scope?.values ?? plan.scopes.values,
            tenantID: plan.realm,
            clientID: settings.clientID,
            authority: plan.authority,
            source: .authority,
            correlationID: correlationID
        )
        guard let accessToken = reply.accessToken, let expiresOn = result.expiresOn else { return (result, nil) }
        result.accessToken = accessToken
        let entry = AccessTokenEntry(
            realm: plan.realm,
            scopes: granted,
            token: accessToken,
            cachedAt: now,
            expiresOn: expiresOn,
            extendedExpiresOn: nil,
            refreshOn: reply.refreshIn.map { now + $0 }
        )
        return (result, entry)
    }

    private func token(_ entry: AccessTokenEntry, _ plan: ServicePlan) -> ServiceToken {
        ServiceToken(
            accessToken: entry.token,
            tokenType: "Bearer",
            expiresOn: entry.expiresOn,
            scopes: entry.scopes.values,
            tenantID: plan.realm,
            clientID: settings.clientID,
            authority: plan.authority,
            source: .cache,
            correlationID: nil
        )
    }

    /// What a middle tier cannot settle goes to its caller; nobody signs in where the service runs.
    private static func outward(_ error: LanyardError, _ challenge: String?) -> LanyardError {
        guard error.code == .interactionRequired || error.code == .consentRequired else { return error }
        return error.with {
            $0.claims = error.claims ?? challenge
            $0.hint =
                "answer the caller with 401 and, where there are some, these claims; the caller has to sign in with them"
        }
    }
}
