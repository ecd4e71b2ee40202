import LanyardCore

/// What is left to judgement.
extension SelectionRun {
    /// Points for everybody left, then the winner, the default account or the list.
    mutating func judged<Failure: Error>(
        _ history: () throws(Failure) -> KeptHistory
    ) throws(Failure) -> Verdict {
        guard !request.isStrict else { return ambiguous("strict mode leaves the choice to you") }
        consult(8, "score")
        let favourite = world.defaultAccount.flatMap { index(of: $0) }
        weigh(try history(), favourite)
        let ranked = leaders(2)
        let top = contenders[ranked[0]]
        // Two at least are left here: one alone was chosen by the layers before.
        let lead = top.score - contenders[ranked[1]].score
        let hasEvidence = top.signals.contains { $0.signal == .homeTenant } || top.historyPoints >= ScoreRule.evidence
        if top.score >= ScoreRule.threshold, lead >= ScoreRule.lead, hasEvidence {
            let text = "most speaks for it (\(top.score), the next has \(top.score - lead))"
            return selected(ranked[0], .score, text, layer: 8)
        }
        if let favourite, isUncontested(favourite) {
            let text = "the default account, and nothing speaks against it"
            return selected(favourite, .defaultAccount, text, layer: 9)
        }
        return ambiguous("\(eligible.count) accounts fit and nothing decides between them")
    }

    /// The best of those left.
    func leaders(_ count: Int) -> [Int] { contenders.ranking(isWeighed: isWeighed, first: count) }

    /// Whether the default account will do: no tenant was asked for, and the history of this target does not speak for somebody else.
    private func isUncontested(_ favourite: Int) -> Bool {
        let contender = contenders[favourite]
        guard tenant?.isSpecific != true, contender.drop == nil, !contender.isRefusedThere else { return false }
        if contender.historyPoints >= ScoreRule.evidence { return true }
        return !eligible.contains { contenders[$0].historyPoints >= ScoreRule.evidence }
    }

    private mutating func weigh(_ kept: KeptHistory, _ favourite: Int?) {
        isWeighed = true
        let eligible = eligible
        let evidence = kept.history.evidence(
            for: eligible.map { identity($0) },
            target: request.target.target?.key,
            root: kept.root,
            now: request.now
        )
        let sum = evidence.reduce(0) { $0 + $1.frecency }
        for (index, evidence) in zip(eligible, evidence) {
            weigh(index, evidence, frecencySum: sum, isDefault: index == favourite)
        }
        guard let watch else { return }
        for index in eligible {
            let contender = contenders[index]
            watch(SelectionEvent(kind: .scored(summary(index), score: contender.score, signals: contender.signals)))
        }
    }

    private mutating func weigh(_ index: Int, _ evidence: History.Evidence, frecencySum: Int64, isDefault: Bool) {
        var signals: [Signal] = []
        let membership = contenders[index].membership
        if membership == .home { signals.append(Signal(.homeTenant, ScoreRule.homeTenant)) }
        if membership == .guest { signals.append(Signal(.guest, ScoreRule.guest)) }
        let history = ScoreRule.targetHistory(
            successes: evidence.successes,
            lastSuccess: evidence.lastSuccess,
            now: request.now
        )
        if history > 0 { signals.append(Signal(.targetHistory, history)) }
        if evidence.isUsedInRoot { signals.append(Signal(.directory, ScoreRule.directory)) }
        let share = frecencySum > 0 ? Int(ScoreRule.frecency * evidence.frecency / frecencySum) : 0
        if share > 0 { signals.append(Signal(.frecency, share)) }
        let isEntitled = tenant?.isSpecific != true || membership == .home
        if isDefault, isEntitled {
            signals.append(Signal(.defaultAccount, ScoreRule.defaultAccount))
        }
        if evidence.outcome == .notAuthorised {
            signals.append(Signal(.notAuthorised, ScoreRule.notAuthorised))
            contenders[index].isRefusedThere = true
        }
        contenders[index].frecency = evidence.frecency
        contenders[index].signals = signals
        contenders[index].historyPoints = history
        contenders[index].score = signals.reduce(0) { $0 + $1.points }
    }
}
