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
        .declined: .signInNeeded,
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
        .storeFailed: .store,
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
