import CommandLineKit
import LanyardCore

/// An error as the command reports it: a code, an exit code and one or two lines.
struct Failure: Sendable {
    let error: LanyardError
    let exitCode: ExitCode

    init(_ cause: any Error) {
        error = Self.typed(cause)
        exitCode = ExitCode(for: error.code)
    }

    private static func typed(_ cause: any Error) -> LanyardError {
        switch cause {
        case let error as LanyardError: error
        case let error as UsageError: LanyardError(.invalidArgument, error.message, hint: error.hint)
        case is CancellationError: LanyardError(.interrupted, "interrupted")
        case let error as ConsoleFailure:
            LanyardError(.fileFailed, "standard output or input does not work: \(error.reason)")
        // An unknown error's own words may hold anything, a secret too: name its type only.
        default: LanyardError(.internalFault, "a fault of Lanyard itself: \(type(of: cause))", underlying: cause)
        }
    }

    /// The lines for people.
    func lines(bold: Bool) -> [String] {
        let name = bold ? "\u{1b}[1;31mlanyard:\u{1b}[0m" : "lanyard:"
        return ["\(name) \(TerminalText.oneLine(error.message))"]
            + (error.hint.map { ["hint: \(TerminalText.oneLine($0))"] } ?? [])
    }

    /// The object for programs; members without a value are null.
    var json: JSONValue {
        [
            "error": [
                "code": .string(error.code.rawValue),
                "exit": .integer(Int64(exitCode.rawValue)),
                "message": .string(TerminalText.oneLine(error.message)),
                "account": text(error.account),
                "tenant": text(error.tenant),
                "server_code": text(error.serverCode),
                "correlation_id": text(error.correlationID),
                "claims": text(error.claims),
                "hint": text(error.hint),
            ]
        ]
    }

    private func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}
