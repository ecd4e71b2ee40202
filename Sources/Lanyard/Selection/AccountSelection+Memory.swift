package import LanyardCore
package import LanyardSelection

extension EvidenceFiles {
    /// Refusals that say that the account is not in the tenant; others say that it may not use the application.
    private static let notInTenant: Set<String> = ["AADSTS50020", "AADSTS50034", "AADSTS50177", "AADSTS90072"]

    /// Where uses are noted that named no target.
    private static let noTarget = "unspecified"

    /// Notes that the account of a verdict got a token.
    ///
    /// A kept token of the only account teaches nothing, since its fetch was noted, so that not even a file is looked at.
    /// `history` is what was read for the choice: what it has noted is noted.
    package func noteSuccess(
        _ verdict: Verdict,
        _ result: AuthenticationResult,
        now: Int64,
        history: History? = nil
    ) async throws {
        guard let account = verdict.account?.identity, result.account.identity == account else { return }
        let isFetched = result.source != .cache
        if isFetched, !result.tenantID.isEmpty, result.tenantID != result.account.homeTenantID {
            // The account's own profile says it as well and is read with the account: a file for thousands of guests is not needed,
            // only what takes a refusal back.
            let isSaid = result.tenantProfile != nil
            let known = try read(MembershipFacts.self).facts[result.tenantID.lowercased()]?[account]
            if !isSaid || known?.isMember == false {
                try await learn(account, in: result.tenantID, isMember: true, now: now)
            }
        }
        guard isFetched || verdict.considered.count > 1 else { return }
        let target = verdict.request.target ?? Self.noTarget
        let root = verdict.request.directory.map(Repository.root(of:))
        guard try !(history ?? read(History.self)).hasNoted(account, target: target, root: root, now: now) else {
            return
        }
        try await update(History.self) {
            $0.recordSuccess(account, target: target, root: root, reason: verdict.reason, now: now)
        }
    }

    /// Notes that the account of a verdict was refused: as no member of the tenant, or for this target.
    package func noteRefusal(_ verdict: Verdict, _ error: LanyardError, tenantID: String?, now: Int64) async throws {
        guard let account = verdict.account, error.code == .notAMember else { return }
        guard let code = error.serverCode, Self.notInTenant.contains(code) else {
            let root = verdict.request.directory.map(Repository.root(of:))
            let target = verdict.request.target ?? Self.noTarget
            return try await update(History.self) {
                $0.recordRefusal(account.identity, target: target, root: root, now: now)
            }
        }
        // What the home tenant says of its own people is a mistake, and the rules would not believe it.
        guard let tenantID, tenantID != account.homeTenantID else { return }
        try await learn(account.identity, in: tenantID, isMember: false, now: now)
    }

    private func learn(_ account: AccountIdentity, in tenantID: String, isMember: Bool, now: Int64) async throws {
        // A membership does not age, a refusal does.
        if isMember, try read(MembershipFacts.self).facts[tenantID.lowercased()]?[account]?.isMember == true { return }
        try await update(MembershipFacts.self) { $0.learn(account, in: tenantID, isMember: isMember, now: now) }
    }

    /// Forgets what was learned about an account that signed out.
    package func forget(_ account: AccountIdentity) async throws {
        if try !read(History.self).accounts.isEmpty { try await update(History.self) { $0.forget(account) } }
        if try !read(MembershipFacts.self).facts.isEmpty {
            try await update(MembershipFacts.self) { $0.forget(account) }
        }
    }
}
