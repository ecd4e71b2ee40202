/// What went wrong, for whom, and what to do next.
///
/// Compare ``code``; the texts are for people and may change. Texts that came from a server are kept as they came: whoever
/// shows them to a person cleans them first (``TerminalText``).
public struct LanyardError: Error, Sendable {
    /// The class of failure; new ones may be added, so keep a default branch.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, as `lanyard -o json` prints it.
        public let rawValue: String
        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The class of failure.
    public var code: Code
    /// One line that says what failed.
    public var message: String
    /// What a person can do next; a command where there is one.
    public var hint: String?
    /// The account concerned, as a name that `--account` takes.
    public var account: String?
    /// The tenant concerned, as it was asked for.
    public var tenant: String?
    /// The member, parameter or setting that is wrong.
    public var field: String?
    /// The HTTP status of the reply, where there was one.
    public var status: Int?
    /// The `error` member of the server's reply (RFC 6749 §5.2).
    public var serverError: String?
    /// The server's own number, as in `AADSTS50076`.
    public var serverCode: String?
    /// The `suberror` member of the server's reply.
    public var subError: String?
    /// The claims challenge to hand on, unchanged, to the next interactive request.
    public var claims: String?
    /// The id under which the server's operators find the request.
    public var correlationID: String?
    /// Seconds after which the server asks to try again.
    public var retryAfter: Int?
    /// What this error was made of.
    public var underlying: (any Error)?

    /// Makes an error; members not given are set afterwards or stay empty.
    public init(_ code: Code, _ message: String, hint: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.underlying = underlying
    }

    /// A copy with some members set.
    public func with(_ change: (inout LanyardError) -> Void) -> LanyardError {
        var copy = self
        change(&copy)
        return copy
    }
}

extension LanyardError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: LanyardError, right: LanyardError) -> Bool { left.code == right.code }
}

extension LanyardError: CustomStringConvertible {
    /// Code and message in one line, without control characters.
    public var description: String { "\(code.rawValue): \(TerminalText.oneLine(message))" }
}
