/// Something about a token cache that is not as it should be.
public struct CacheFinding: Sendable, Hashable {
    /// What is wrong.
    public struct Problem: RawRepresentable, Hashable, Sendable {
        /// The stable name, as `lanyard cache verify -o json` prints it.
        public let rawValue: String
        /// Makes a problem of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are no document.
        public static let damaged = Self(rawValue: "damaged")
        /// The document ends too early.
        public static let truncated = Self(rawValue: "truncated")
        /// A newer version wrote it.
        public static let newer = Self(rawValue: "newer")
        /// It is filed under our mark and something else.
        public static let foreign = Self(rawValue: "foreign")
        /// The store has it and does not give its bytes.
        public static let unreadable = Self(rawValue: "unreadable")
        /// There is nothing in it.
        public static let blank = Self(rawValue: "blank")
        /// Access tokens of an account that is not there.
        public static let orphan = Self(rawValue: "orphan")
        /// Another item of the same account is newer.
        public static let duplicate = Self(rawValue: "duplicate")
        /// It lies in a collection that is not looked at.
        public static let misplaced = Self(rawValue: "misplaced")
        /// The index cannot be read.
        public static let indexDamaged = Self(rawValue: "index_damaged")
        /// The index lacks an account that the store has.
        public static let indexMissing = Self(rawValue: "index_missing")
        /// The index has an account that the store lacks.
        public static let indexExtra = Self(rawValue: "index_extra")
        /// Index and store say different things about an account.
        public static let indexDiffers = Self(rawValue: "index_differs")
        /// A file that a killed process left behind.
        public static let leftOver = Self(rawValue: "left_over")
        /// A lock file that cannot be locked.
        public static let lockUnusable = Self(rawValue: "lock_unusable")
    }

    /// What a repair does about it.
    public enum Remedy: String, Sendable, Hashable {
        /// Moves the item to those put aside; its bytes are kept.
        case putAside = "put_aside"
        /// Removes the item or file.
        case remove
        /// Makes the index anew.
        case rebuildIndex = "rebuild_index"
        /// Nothing: a person has to look.
        case none
    }

    /// What is wrong.
    public var problem: Problem
    /// The item's or file's name.
    public var subject: String
    /// The item's label, or the account's name.
    public var label: String
    /// What was found, in words.
    public var detail: String
    /// What a repair does about it.
    public var remedy: Remedy

    /// Makes a finding.
    public init(_ problem: Problem, subject: String, label: String, detail: String, remedy: Remedy) {
        self.problem = problem
        self.subject = subject
        self.label = label
        self.detail = detail
        self.remedy = remedy
    }
}
