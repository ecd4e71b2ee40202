import LanyardCore

/// The candidates as a verdict shows them: those who fit, best first, then those who were dropped, in a fixed order.
struct CandidateListing: Sendable {
    let contenders: [Contender]
    let heads: [AccountHead]
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
            account: AccountSummary(contender, heads, people),
            score: isWeighed && contender.drop == nil ? contender.score : nil,
            signals: contender.signals,
            dropped: contender.drop
        )
    }
}

extension [Contender] {
    /// Those left, best first: by score, then frecency, then a fixed order.
    func ranking(isWeighed: Bool) -> [Int] {
        guard isWeighed else { return eligible }
        return eligible.map { index in Rank(self[index], index) }.sorted(by: >).map(\.index)
    }

    /// The first of the ranking, without sorting the rest.
    func ranking(isWeighed: Bool, first count: Int) -> [Int] {
        guard isWeighed else { return [Int](eligible.prefix(count)) }
        var best: [Rank] = []
        for index in eligible {
            let rank = Rank(self[index], index)
            if best.count == count, let last = best.last, last > rank { continue }
            best.insert(rank, at: best.firstIndex { rank > $0 } ?? best.count)
            if best.count > count { best.removeLast() }
        }
        return best.map(\.index)
    }

    /// The indices of those who were not dropped.
    var eligible: [Int] { indices.filter { self[$0].drop == nil } }
}

/// What a contender's place in the ranking depends on.
private struct Rank: Comparable {
    let score: Int
    let frecency: Int64
    let index: Int

    init(_ contender: Contender, _ index: Int) {
        score = contender.score
        frecency = contender.frecency
        self.index = index
    }

    static func < (left: Rank, right: Rank) -> Bool {
        if left.score != right.score { return left.score < right.score }
        if left.frecency != right.frecency { return left.frecency < right.frecency }
        // They are in the fixed order already, so that their places break the last tie.
        return left.index > right.index
    }
}
