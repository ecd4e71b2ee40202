extension Engine {
    /// A token for the account that `find` chooses, silently where that is possible, else by signing it in.
    ///
    /// Several processes that start together open one page: the others wait and find the token (B17 of the bug list). `find` gets
    /// the accounts as they are then and gives nothing where a sign-in is the way.
    public func acquireToken(
        _ request: SignInRequest,
        find: @escaping @Sendable ([Account]) -> Account?
    ) async throws -> AuthenticationResult {
        @Sendable func silently() async throws -> AuthenticationResult? {
            let accounts = try await cache.index().accounts.filter { $0.key.clientID == settings.clientID }
            guard let account = find(accounts) else { return nil }
            do {
                return try await acquireTokenSilent(
                    SilentRequest(
                        account: account,
                        scopes: request.scopes,
                        tenant: request.tenant,
                        authority: request.authority,
                        claims: request.claims
                    )
                )
            } catch let error as LanyardError where [.interactionRequired, .consentRequired].contains(error.code) {
                return nil
            }
        }
        if let result = try await silently() { return result }
        let subject = request.account?.homeAccountID.rawValue ?? request.loginHint ?? ""
        let name = cache.hexDigest("\(settings.authority.environment)|\(settings.clientID)|\(subject)")
        return try await ports.locks.withLock("sign-in-\(name)", limit: request.limit) {
            if let result = try await silently() { return result }
            return try await signIn(request)
        }
    }

    /// Opens the page that ends an account's session in the browser.
    public func endBrowserSession(of account: Account) async throws {
        let tenant = account.homeAccountID.tenantID.map { TenantName.id($0) } ?? .common
        let authority =
            settings.authority.environment == account.key.environment
            ? settings.authority.with(tenant: tenant) : try Authority(host: account.key.environment, tenant: tenant)
        guard let page = try await resolver.endpoints(of: authority).logout else {
            throw LanyardError(.serverRefused, "\(authority.host) has no page that ends the browser's session")
        }
        var fields = [("client_id", settings.clientID)]
        // The opaque hint spares the account picker; the name is only second best.
        let hint = try await cache.record(account.key)?.tenantProfiles.first { $0.isHome }?.claims["login_hint"]?
            .stringValue
        fields.append(("logout_hint", hint ?? account.username))
        try await ports.browser.open("\(page)?\(FormURLEncoding.encode(fields))")
    }

    /// Asks Azure Resource Manager in which tenants an account is, and keeps the answer.
    public func discoverTenants(of account: Account) async throws -> [TenantProfile] {
        let cloud = Cloud.of(host: account.key.environment)
        let base = settings.resourceManager ?? cloud?.resourceManager ?? "https://\(account.key.environment)"
        let scope = "\(cloud?.resourceManager ?? Cloud.publicCloud.resourceManager)/.default"
        let token = try await acquireTokenSilent(
            SilentRequest(account: account, scopes: try ScopeSet([scope]), tenant: .organizations)
        )
        var profiles: [TenantProfile] = []
        var next: String? = "\(base)/tenants?api-version=2022-12-01"
        // A list of pages that never ends is a mistake of the server's.
        for _ in 0..<50 {
            guard let url = next else { break }
            guard url.hasPrefix(base + "/") else {
                throw LanyardError(.malformedReply, "the list of tenants goes on at another host").with {
                    $0.field = "nextLink"
                }
            }
            let page = try await resource(url, token.accessToken)
            for entry in page["value"]?.arrayValue ?? [] {
                guard let id = entry["tenantId"]?.stringValue else { continue }
                profiles.append(
                    TenantProfile(
                        tenantID: id,
                        tenantName: entry["displayName"]?.stringValue,
                        domain: entry["defaultDomain"]?.stringValue,
                        isHome: id.lowercased() == account.homeAccountID.tenantID
                    )
                )
            }
            next = page["nextLink"]?.stringValue
        }
        let found = profiles
        let record = try await cache.update(account.key, .mustExist) { record, _ in
            for profile in found { record.merge(profile: profile) }
        }
        for profile in found {
            if let domain = profile.domain { try await cache.learn(domain: domain, tenantID: profile.tenantID) }
        }
        return record.account.tenantProfiles
    }

    private func resource(_ url: String, _ token: Secret) async throws -> JSONValue {
        let response = try await ports.transport.send(
            HTTPRequest(
                url: url,
                headers: [
                    HTTPField("Authorization", "Bearer \(token.reveal())"), HTTPField("Accept", "application/json"),
                ]
            )
        )
        guard response.status == 200, let document = try? JSONValue.parse(response.body) else {
            throw LanyardError(
                response.status >= 500 ? .serverUnavailable : .serverRefused,
                "the list of tenants could not be had (status \(response.status))"
            ).with { $0.status = response.status }
        }
        return document
    }
}
