import LanyardCore

/// Verdicts.
extension SelectionRun {
    func selected(_ index: Int, _ reason: Reason, _ explanation: String, layer: Int?) -> Verdict {
        var verdict = ended(.selected, reason, explanation, layer: layer, chosen: index)
        let account = account(index)
        verdict.account = summary(index)
        if tenant?.isSpecific != true {
            verdict.tenant = account.homeDomain ?? account.homeTenantID
            verdict.tenantID = account.homeTenantID
            if let tenant, tenant != .consumers {
                verdict.notes.append("tenant `\(tenant.name)` means the account's home tenant")
            }
        }
        let isJudgement = reason == .score || reason == .defaultAccount
        let others = isJudgement ? leaders(3).filter { $0 != index } : []
        verdict.changes = others.prefix(2).map { use($0) } + others.prefix(1).compactMap { bind($0) }
        return verdict
    }

    func ambiguous(_ explanation: String) -> Verdict {
        let leaders = leaders(3)
        var verdict = ended(.ambiguous, .ambiguous, explanation)
        verdict.changes = leaders.map { use($0) } + leaders.prefix(1).compactMap { bind($0) }
        verdict.question = request.isInteractive ? .pickAccount : nil
        return verdict
    }

    func ended(
        _ outcome: Verdict.Outcome,
        _ reason: Reason,
        _ explanation: String,
        layer: Int? = nil,
        changes: [Verdict.Change] = [],
        chosen: Int? = nil
    ) -> Verdict {
        Verdict(
            outcome: outcome,
            account: nil,
            tenant: tenant?.name ?? request.tenant?.name,
            tenantID: tenantID,
            reason: reason,
            explanation: explanation,
            layer: layer,
            considered: CandidateList(count: contenders.count, listing(first: chosen)),
            overridden: overridden,
            notes: notes,
            changes: changes,
            question: nil,
            request: requestSummary
        )
    }

    /// Makes the list of those who fit, best first, then of those who were dropped, in a fixed order; the chosen one leads.
    private func listing(first chosen: Int?) -> @Sendable () -> [Candidate] {
        let listing = CandidateListing(
            contenders: contenders,
            heads: heads,
            people: world.people,
            isWeighed: isWeighed,
            chosen: chosen
        )
        return { listing.candidates }
    }

    private func bind(_ index: Int) -> Verdict.Change? {
        guard let target = request.target.target else { return nil }
        let pattern = ShellWord.quoted(BindingPattern.suggestion(for: target).description)
        return .init("make it a rule", "lanyard bind \(pattern) -a \(ShellWord.quoted(distinguishingName(index)))")
    }

    private var requestSummary: RequestSummary {
        let target = request.target.target
        return RequestSummary(
            target: target?.key,
            audience: target?.audience,
            tenant: tenant?.name ?? request.tenant?.name,
            tenantID: tenantID,
            cloud: cloud,
            directory: request.context.directory,
            directorySource: request.context.source,
            isInSession: request.session != nil,
            isStrict: request.isStrict
        )
    }
}
