import LanyardCore

/// The candidates as a verdict shows them: those who fit, best first, then those who were dropped, in a fixed order.
struct CandidateListing: Sendable {
    let contenders: [Contender]
    let people: AccountList
    let isWeighed: Bool
    /// Leads the list and was not dropped after all.
    let chosen: Int?

    var candidates: [Candidate] {
        let dropped = contenders.indices.filter { contenders[$0].drop != nil }
        let order = contenders.ranking(isWeighed: isWeighed) + dropped
        var candidates = (chosen.map { [candidate($0)] } ?? []) + order.filter { $0 != chosen }.map { candidate($0) }
        if chosen != nil { candidates[0].dropped = nil }
        return candidates
    }

    private func candidate(_ index: Int) -> Candidate {
        let contender = contenders[index]
        return Candidate(
            account: AccountSummary(
                contender,
                username: people.username(contender.place),
                label: people.label(contender.place)
            ),
            score: isWeighed && contender.drop == nil ? contender.score : nil,
            signals: contender.signals,
            dropped: contender.drop
        )
    }
}

extension [Contender] {
    /// Those left, best first: by score, then frecency, then a fixed order.
    func ranking(isWeighed: Bool) -> [Int] {
        let eligible = indices.filter { self[$0].drop == nil }
        guard isWeighed else { return eligible }
        // They are in the fixed order already, so that their places break the last tie.
        return eligible.map { (score: self[$0].score, frecency: self[$0].frecency, index: $0) }
            .sorted { ($0.score, $0.frecency, -$0.index) > ($1.score, $1.frecency, -$1.index) }
            .map(\.index)
    }
}
