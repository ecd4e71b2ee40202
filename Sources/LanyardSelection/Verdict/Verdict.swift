/// Which account serves a request, and everything that led there: a value to compare, to encode and to print.
///
/// It is made once per request. Whatever fails afterwards is reported for the account chosen here and ends the request.
public struct Verdict: Sendable, Hashable, Codable {
    /// How the choice ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// One account.
        case selected
        /// Several fit and nothing decides.
        case ambiguous
        /// A rule forbids an answer.
        case refused
        /// Nobody can be a candidate.
        case none
    }

    /// How the choice ended.
    public var outcome: Outcome
    /// The account, where one was selected.
    public var account: AccountSummary?
    /// The tenant to ask: as it was written, else the domain or id of the account's home.
    public var tenant: String?
    /// The id of that tenant, where it is known.
    public var tenantID: String?
    /// Why; the stable code.
    public var reason: Reason
    /// Why, in one sentence.
    public var explanation: String
    /// The layer that decided, 1 to 7, or 8 for scores and 9 for the default account; none where a rule refused.
    public var layer: Int?
    /// Everybody who was considered, best first, dropped ones last.
    public var candidates: [Candidate] {
        get { considered.candidates }
        set { considered = CandidateList(newValue) }
    }
    /// The candidates, made when somebody looks at them.
    package internal(set) var considered: CandidateList
    /// What asked for something else and lost.
    public var overridden: [Overridden]
    /// What else somebody should know.
    public var notes: [String]
    /// What would change the answer.
    public var changes: [Change]
    /// What can be asked of a person, where one is there.
    public var question: Question?
    /// The request as it was understood.
    public var request: RequestSummary

    private enum CodingKeys: String, CodingKey {
        case outcome
        case account
        case tenant
        case tenantID = "tenant_id"
        case reason
        case explanation
        case layer
        case considered = "candidates"
        case overridden
        case notes
        case changes
        case question
        case request
    }

    /// Something that asked for another account and lost.
    public struct Overridden: Sendable, Hashable, Codable {
        /// Where it came from.
        public var source: String
        /// What it asked for.
        public var value: String
        /// Why it did not count.
        public var because: String

        /// Makes a record.
        public init(source: String, value: String, because: String) {
            self.source = source
            self.value = value
            self.because = because
        }
    }

    /// Something that would change the answer.
    public struct Change: Sendable, Hashable, Codable {
        /// What it does.
        public var text: String
        /// The words to add or the command to run.
        public var command: String

        /// Makes a change.
        public init(_ text: String, _ command: String) {
            self.text = text
            self.command = command
        }
    }

    /// What can be asked of a person.
    public enum Question: String, Sendable, Hashable, Codable {
        /// Which of the candidates.
        case pickAccount = "pick-account"
        /// Whether the pin may count.
        case approvePin = "approve-pin"
    }
}

extension Verdict {
    /// The accounts that fit, best first: what a picker offers.
    public var eligible: [AccountSummary] { candidates.filter { $0.dropped == nil }.map(\.account) }

    /// The verdict after somebody has picked from the list; nothing for an account that was not on it.
    ///
    /// The tenant stays as it was asked for; where none was, the account's own is meant.
    public func picking(_ identity: AccountIdentity) -> Verdict? {
        guard outcome == .ambiguous, let picked = eligible.first(where: { $0.identity == identity }) else { return nil }
        var verdict = self
        verdict.outcome = .selected
        verdict.account = picked
        verdict.reason = .picker
        verdict.explanation = "picked from the list"
        verdict.layer = nil
        verdict.question = nil
        return verdict
    }
}

extension Verdict {
    /// Whether the history had a say, or would have had one.
    ///
    /// A command may choose without the history first and read its file only where this is true: the answer is the same.
    package var dependsOnHistory: Bool {
        !request.isStrict && [.score, .defaultAccount, .ambiguous].contains(reason)
    }
}
