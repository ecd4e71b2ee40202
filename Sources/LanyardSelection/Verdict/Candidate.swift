/// One account, what speaks for it, or the rule that dropped it.
public struct Candidate: Sendable, Hashable, Codable {
    /// The rule that dropped a candidate.
    public struct Drop: Sendable, Hashable, Codable {
        /// The stable code.
        public var code: Reason
        /// Why, in words.
        public var text: String

        /// Makes a drop.
        public init(_ code: Reason, _ text: String) {
            self.code = code
            self.text = text
        }
    }

    /// The account.
    public var account: AccountSummary
    /// The sum of the points; none where points were not asked.
    public var score: Int?
    /// What the points are for.
    public var signals: [Signal]
    /// The rule that dropped it; none for those that fit.
    public var dropped: Drop?

    /// Makes a candidate.
    public init(account: AccountSummary, score: Int? = nil, signals: [Signal] = [], dropped: Drop? = nil) {
        self.account = account
        self.score = score
        self.signals = signals
        self.dropped = dropped
    }
}

/// One reason for points.
public struct Signal: Sendable, Hashable, Codable {
    /// What speaks for or against an account.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its home is the tenant asked for.
        case homeTenant = "home-tenant"
        /// It is a guest in the tenant asked for.
        case guest
        /// It was used for this target.
        case targetHistory = "target-history"
        /// It was used in this directory tree.
        case directory
        /// It is used often and lately for other targets.
        case frecency
        /// It is the default account.
        case defaultAccount = "default-account"
        /// The target's last answer was that it may not.
        case notAuthorised = "not-authorised"
    }

    /// What it is.
    public var signal: Name
    /// The points, below nought where it speaks against.
    public var points: Int

    /// Makes a signal.
    public init(_ signal: Name, _ points: Int) {
        self.signal = signal
        self.points = points
    }
}
