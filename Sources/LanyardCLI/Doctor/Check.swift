import LanyardCore

/// One thing that the doctor looked at.
struct Check: Sendable, Equatable {
    /// How it is.
    enum Status: String, Sendable {
        case pass
        case warn
        case fail
    }

    let name: String
    let status: Status
    /// What was found.
    let detail: String
    /// What to do about it.
    let fix: String?

    static func pass(_ name: String, _ detail: String) -> Check {
        Check(name: name, status: .pass, detail: detail, fix: nil)
    }

    static func warn(_ name: String, _ detail: String, fix: String? = nil) -> Check {
        Check(name: name, status: .warn, detail: detail, fix: fix)
    }

    static func fail(_ name: String, _ detail: String, fix: String? = nil) -> Check {
        Check(name: name, status: .fail, detail: detail, fix: fix)
    }

    static func fail(_ name: String, _ error: any Error) -> Check {
        let failure = Failure(error)
        return fail(name, failure.error.message, fix: failure.error.hint)
    }

    var json: JSONValue {
        [
            "check": .string(name), "status": .string(status.rawValue), "detail": .string(TerminalText.oneLine(detail)),
            "fix": fix.map { .string(TerminalText.oneLine($0)) } ?? .null,
        ]
    }

    var row: [String] { [status.rawValue, name, detail, fix ?? ""] }

    var lines: [String] { ["\(status.rawValue)  \(name): \(detail)"] + (fix.map { ["      fix: \($0)"] } ?? []) }
}
