extension Engine {
    /// A silent request with its account's authority and realm worked out.
    struct SilentPlan: Sendable {
        let request: SilentRequest
        let authority: Authority
        /// The tenant's id, where it is known before asking.
        let realm: String?
        let claims: String?
        var bypassesCache: Bool { request.forceRefresh || request.claims != nil }
    }

    /// The account's refresh, held across the network call; the other processes wait and then find the result.
    private static let refreshLockLimit: Duration = .seconds(90)

    /// A token without any page: a kept one, else one for the refresh token.
    ///
    /// Never asks a person and never answers with another account's token. Throws `interaction_required` and its kin with the
    /// challenge to pass on, `account_removed`, `not_a_member`, the `store…` codes and the network's.
    public func acquireTokenSilent(_ request: SilentRequest) async throws -> AuthenticationResult {
        let plan = try await plan(request)
        var spare: AccessTokenEntry?
        if !plan.bypassesCache, let hit = try await cached(plan) {
            if hit.verdict == .valid { return result(hit.entry, plan, .cache) }
            spare = hit.entry
        }
        do {
            return try await ports.locks.withLock(
                "refresh-\(cache.name(of: request.account.key))",
                limit: Self.refreshLockLimit
            ) {
                // Whoever held the lock before has usually done the work.
                if !plan.bypassesCache, let hit = try await cached(plan), hit.verdict == .valid {
                    return result(hit.entry, plan, .cache)
                }
                return try await refresh(plan)
            }
        } catch let error as LanyardError {
            guard let spare, Self.isOutage(error) else { throw error }
            let verdict = spare.verdict(now: now, minimumLifetime: 0)
            if verdict == .valid || verdict == .shouldRefresh { return result(spare, plan, .cache) }
            guard verdict == .extended, settings.usesExtendedLifetime else { throw error }
            var result = result(spare, plan, .cache)
            result.isExtended = true
            return result
        }
    }

    static func isOutage(_ error: LanyardError) -> Bool {
        [.network, .serverUnavailable, .throttled, .malformedReply].contains(error.code)
    }

    func plan(_ request: SilentRequest) async throws -> SilentPlan {
        let key = request.account.key
        var authority = request.authority ?? settings.authority
        if authority.environment != key.environment {
            guard request.authority == nil else {
                throw LanyardError(
                    .refused,
                    "the account is of \(key.environment), the request of \(authority.environment)",
                    hint: "choose an account of that cloud; 'lanyard accounts' lists them"
                ).with { $0.account = request.account.username }
            }
            authority = try Authority(host: key.environment, tenant: .organizations)
        }
        var tenant = request.tenant ?? authority.tenant
        if tenant.isMultiTenant, let home = key.homeAccountID.tenantID { tenant = try TenantName(home) }
        authority = authority.with(tenant: tenant)
        return SilentPlan(
            request: request,
            authority: authority,
            realm: try await realm(of: tenant, account: request.account, authority: authority),
            claims: try ClaimsRequest.merge(challenge: request.claims, capabilities: settings.capabilities)
        )
    }

    private func realm(of tenant: TenantName, account: Account, authority: Authority) async throws -> String? {
        if authority.kind != .entra { return account.tenantProfiles.first?.tenantID }
        if let id = tenant.tenantID { return id }
        guard case .domain(let domain) = tenant else { return account.homeAccountID.tenantID }
        if let known = account.tenantProfiles.first(where: { $0.domain == domain }) { return known.tenantID }
        let index = try await cache.index()
        if let known = index.domains[domain] { return known }
        // A name at home ends in a domain that the home tenant has proved to own.
        return index.accounts.lazy.flatMap(\.tenantProfiles).first { profile in
            profile.isHome && profile.tenantID != TenantName.consumerTenantID
                && profile.username.flatMap(AccountRecord.domain(of:))?.lowercased() == domain
        }?.tenantID
    }

    private func cached(_ plan: SilentPlan) async throws -> (entry: AccessTokenEntry, verdict: CachedTokenVerdict)? {
        guard let realm = plan.realm else { return nil }
        return try await cache.accessTokens(plan.request.account.key).best(
            realm: realm,
            scopes: plan.request.scopes,
            now: now,
            minimumLifetime: plan.request.minimumLifetime
        )
    }

    private func result(
        _ entry: AccessTokenEntry,
        _ plan: SilentPlan,
        _ source: AuthenticationResult.Source
    ) -> AuthenticationResult {
        AuthenticationResult(
            accessToken: entry.token,
            tokenType: "Bearer",
            expiresOn: entry.expiresOn,
            scopes: entry.scopes.values,
            declinedScopes: [],
            tenantID: entry.realm,
            account: plan.request.account,
            authority: plan.authority,
            source: source,
            correlationID: nil,
            isExtended: false
        )
    }
}
