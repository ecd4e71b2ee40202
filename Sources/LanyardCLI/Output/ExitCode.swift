import LanyardCore

/// What the process says when it ends; scripts depend on the numbers.
enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failure = 1
    case usage = 2
    case notFound = 3
    case signInNeeded = 4
    case ambiguous = 5
    case refused = 6
    case store = 7
    case authority = 8
    case interrupted = 130

    /// What the number means, for people.
    var meaning: String {
        switch self {
        case .done: "done"
        case .failure: "any other failure"
        case .usage: "wrong usage: an unknown flag, a bad scope or URL, a name that two accounts have"
        case .notFound: "no such account, tenant or profile"
        case .signInNeeded: "a sign-in is needed"
        case .ambiguous: "more than one account fits"
        case .refused: "refused by a rule or declined by the person"
        case .store: "the Secret Service is locked, absent or did not answer"
        case .authority: "network or authority failure"
        case .interrupted: "interrupted"
        }
    }

    /// All numbers with their meanings, as `lanyard help exit-codes` prints them.
    static var page: String {
        let lines = allCases.map { code in
            let number = String(code.rawValue)
            return "  " + number + String(repeating: " ", count: 5 - number.count) + code.meaning + "\n"
        }
        return "Exit codes:\n" + lines.joined()
            + "\n'lanyard exec' ends with the child's own code, or with 125, 126 or 127 as a shell would.\n"
    }

    /// The number for a class of failure.
    init(for code: LanyardError.Code) {
        self = Self.table[code] ?? .failure
    }

    private static let table: [LanyardError.Code: ExitCode] = [
        .invalidArgument: .usage,
        .invalidScope: .usage,
        .invalidAuthority: .usage,
        .invalidConfiguration: .usage,
        .ambiguousName: .usage,
        .accountNotFound: .notFound,
        .accountRemoved: .notFound,
        .notAMember: .notFound,
        .noAccounts: .signInNeeded,
        .interactionRequired: .signInNeeded,
        .consentRequired: .signInNeeded,
        .signInTimedOut: .signInNeeded,
        .declined: .refused,
        .userCancelled: .signInNeeded,
        .ambiguousAccount: .ambiguous,
        .refused: .refused,
        .accountMismatch: .refused,
        .storeNoBus: .store,
        .storeNoProvider: .store,
        .storeNoDefaultCollection: .store,
        .storeLocked: .store,
        .storeDismissed: .store,
        .storeTimedOut: .store,
        .storeUnreadable: .store,
        .storeChanged: .store,
        .storeFailed: .store,
        .storeKeyMissing: .store,
        .storeKeyWrong: .store,
        .network: .authority,
        .untrustedServer: .authority,
        .throttled: .authority,
        .serverUnavailable: .authority,
        .malformedReply: .authority,
        .serverRefused: .authority,
        .invalidToken: .authority,
        .blocked: .authority,
        .interrupted: .interrupted,
    ]
}
