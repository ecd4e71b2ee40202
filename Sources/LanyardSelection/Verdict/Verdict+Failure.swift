public import LanyardCore

extension Verdict {
    /// The error that a request ends with; nothing where an account was selected.
    public var failure: LanyardError? {
        guard outcome != .selected else { return nil }
        var error = LanyardError(code, explanation)
        error.tenant = tenant
        error.hint = hint
        return error
    }

    /// The exit code of a command that ends with this verdict, 0 where an account was selected.
    public var exitCode: Int32 {
        switch code {
        case _ where outcome == .selected: 0
        case .ambiguousName: 2
        case .accountNotFound, .notAMember: 3
        case .noAccounts, .interactionRequired: 4
        case .ambiguousAccount: 5
        default: 6
        }
    }

    private var code: LanyardError.Code {
        switch reason {
        case .ambiguousSelector: .ambiguousName
        case .ambiguous: .ambiguousAccount
        case .wrongCloud: .accountNotFound
        case .membershipUnverified: .notAMember
        // In a session it is the session that leaves nobody, so it is refused like everything else outside of it.
        case .noCandidate: request.isInSession ? .refused : .notAMember
        case .noAccount: .noAccounts
        case .notSignedIn: .interactionRequired
        default: .refused
        }
    }

    private var hint: String? {
        guard let first = changes.first else { return nil }
        guard outcome == .ambiguous || reason == .ambiguousSelector else { return first.command }
        return changes.prefix(4).map(\.command).joined(separator: "  or  ")
    }
}
