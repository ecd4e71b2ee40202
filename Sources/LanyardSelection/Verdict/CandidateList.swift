/// The candidates of a verdict, made when somebody looks at them.
///
/// Most commands want the account alone, and a thousand candidates with their names cost more than choosing among them.
package struct CandidateList: Sendable {
    private enum Storage: Sendable {
        case made([Candidate])
        case described(count: Int, @Sendable () -> [Candidate])
    }

    private let storage: Storage

    init(_ candidates: [Candidate]) { storage = .made(candidates) }

    /// `make` gives the same list each time.
    init(count: Int, _ make: @escaping @Sendable () -> [Candidate]) { storage = .described(count: count, make) }

    package var count: Int {
        switch storage {
        case .made(let candidates): candidates.count
        case .described(let count, _): count
        }
    }

    var candidates: [Candidate] {
        switch storage {
        case .made(let candidates): candidates
        case .described(_, let make): make()
        }
    }
}

extension CandidateList: Hashable {
    package static func == (left: CandidateList, right: CandidateList) -> Bool { left.candidates == right.candidates }
    package func hash(into hasher: inout Hasher) { hasher.combine(candidates) }
}

extension CandidateList: Codable {
    package init(from decoder: any Decoder) throws { self.init(try [Candidate](from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try candidates.encode(to: encoder) }
}
