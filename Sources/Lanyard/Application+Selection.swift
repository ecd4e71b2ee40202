public import LanyardCore
public import LanyardSelection

extension Application {
    /// Chooses the account that serves a request, once: whatever fails afterwards is that account's failure.
    ///
    /// What is known comes from the flags in the request, approved pins of its directory, the `lanyard exec` session of this
    /// process, rules, memberships and history. Ask for the token of exactly the account in the verdict, and tell
    /// ``remember(_:_:)`` how that ended. `defaultAccount` is a label, user name or id; `asksForTenants` tells whether the
    /// authority may be asked to which tenant an unknown domain belongs; every step is handed to `watch`.
    public func selectAccount(
        for request: SelectionRequest,
        defaultAccount: String? = nil,
        asksForTenants: Bool = true,
        watch: (@Sendable (SelectionEvent) -> Void)? = nil
    ) async throws -> Verdict {
        try await select(request, defaultAccount: defaultAccount, asksForTenants: asksForTenants, watch: watch).verdict
    }

    /// The same, with the accounts that the verdict was made among.
    package func select(
        _ request: SelectionRequest,
        defaultAccount: String?,
        asksForTenants: Bool,
        watch: (@Sendable (SelectionEvent) -> Void)? = nil
    ) async throws -> AccountSelection.Outcome {
        let index = try await engine.cache.index()
        let selection = AccountSelection(
            people: index.list.signedIn(to: engine.settings.clientID),
            domains: index.domains,
            evidence: evidence,
            sessions: ExecSessions(configuration.directories),
            warn: configuration.onWarning
        )
        let outcome = try await selection.select(
            request,
            defaultAccount: defaultAccount,
            sessionName: configuration.environment[ExecSessions.variable],
            tenantID: asksForTenants ? Self.question(engine) : nil,
            watch: watch
        )
        recentHistory = outcome.history
        return outcome
    }

    private static func question(_ engine: Engine) -> @Sendable (String) async throws -> String? {
        { try await engine.tenantID(ofDomain: $0) }
    }

    /// Notes how the request that a verdict was made for ended, for later verdicts.
    ///
    /// Only names of accounts, targets and folders are kept. What cannot be written is a warning.
    public func remember(_ verdict: Verdict, _ outcome: Result<AuthenticationResult, any Error>) async {
        let history = recentHistory
        recentHistory = nil
        do {
            switch outcome {
            case .success(let result):
                try await evidence.noteSuccess(verdict, result, now: engine.ports.clock.now(), history: history)
            case .failure(let error as LanyardError) where error.code == .notAMember:
                try await evidence.noteRefusal(
                    verdict,
                    error,
                    tenantID: try await tenantID(of: verdict),
                    now: engine.ports.clock.now()
                )
            case .failure: return
            }
        } catch {
            let reason = (error as? LanyardError)?.message ?? "\(error)"
            configuration.onWarning("what was learned about the account could not be kept: \(reason)")
        }
    }

    private func tenantID(of verdict: Verdict) async throws -> String? {
        if let id = verdict.tenantID { return id }
        guard let name = verdict.tenant, case .domain(let domain)? = try? TenantName(name) else { return nil }
        return try? await engine.tenantID(ofDomain: domain)
    }

    private var evidence: EvidenceFiles { EvidenceFiles(configuration.directories) }

    /// Forgets what was learned about an account; with nobody left about everybody.
    func forget(_ account: Account?) async {
        do {
            guard let account else {
                try evidence.remove(History.self)
                return try evidence.remove(MembershipFacts.self)
            }
            let others = (try? await engine.cache.index().accounts) ?? []
            if !others.contains(where: { $0.identity == account.identity }) {
                try await evidence.forget(account.identity)
            }
        } catch {
            configuration.onWarning("what was learned about the account could not be removed")
        }
    }
}
