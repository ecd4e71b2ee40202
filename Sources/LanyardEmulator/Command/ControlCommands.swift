import CommandLineKit
import LanyardCore

/// `clock`: moves the emulator's time.
enum ClockCommand {
    private static let change = ArgumentKey<String?>.optional(
        "CHANGE",
        help: "+2h, +30m, +90s, +1d, or reset; none shows it"
    )

    static let command = Command(
        "clock",
        "Move the emulator's clock",
        section: "Control",
        arguments: [change.argument],
        action: .waiting { invocation in
            var order: [String: JSONValue] = ["do": "clock"]
            if let text = invocation[change] {
                if text == "reset" {
                    order["reset"] = true
                } else {
                    guard let seconds = seconds(text) else {
                        throw invocation.error("'\(text)' is no change like +2h, and not reset")
                    }
                    order["seconds"] = .integer(seconds)
                }
            }
            let result = try await EmulatorCommand.control(invocation, .object(order))
            Output.result("\(result["offset"]?.integerValue ?? 0) s ahead of the computer's clock")
            return 0
        }
    )

    /// Seconds of a text like `+2h`.
    static func seconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        guard text.hasPrefix("+"), let last = text.last, let unit = units[last] else { return nil }
        guard let count = Int64(text.dropFirst().dropLast()), count >= 0, count < 1_000_000 else { return nil }
        return count * unit
    }
}

/// `revoke`: makes a person's refresh tokens void.
enum RevokeCommand {
    private static let user = ArgumentKey<String>.one("NAME", help: "Whose sessions end")

    static let command = Command(
        "revoke",
        "Make a person's refresh tokens void",
        section: "Control",
        arguments: [user.argument],
        action: .waiting { invocation in
            _ = try await EmulatorCommand.control(invocation, ["do": "revoke", "user": .string(invocation[user])])
            return 0
        }
    )
}

/// `keys`: changes the signing keys.
enum KeysCommand {
    private static let step = ArgumentKey<String>.one(
        "STEP",
        help: "rotate uses the next key and keeps the old one published; retire drops it",
        hint: .words(["rotate", "retire"])
    )

    static let command = Command(
        "keys",
        "Change the signing keys",
        section: "Control",
        arguments: [step.argument],
        action: .waiting { invocation in
            let result = try await EmulatorCommand.control(
                invocation,
                ["do": "keys", "step": .string(invocation[step])]
            )
            for key in result["keys"]?.arrayValue ?? [] {
                Output.result("\(key["role"]?.stringValue ?? "")\t\(key["kid"]?.stringValue ?? "")")
            }
            return 0
        }
    )
}

/// `strict`: sets the mode, or single strictnesses.
enum StrictCommand {
    private static let changes = ArgumentKey<[String]>.any(
        "SETTING",
        help: "entra, strict, lenient, or NAME=on|off; none shows them"
    )

    static let command = Command(
        "strict",
        "Be stricter or more lenient than the service",
        section: "Control",
        discussion: "Settings: \(Strictness.names.keys.sorted().joined(separator: ", ")).",
        arguments: [changes.argument],
        action: .waiting { invocation in
            var order: [String: JSONValue] = ["do": "strict"]
            var set: [String: JSONValue] = [:]
            for word in invocation[changes] {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 1, Strictness.modes.contains(word) {
                    order["mode"] = .string(word)
                } else {
                    guard parts.count == 2, ["on", "off"].contains(parts[1]) else {
                        throw invocation.error("'\(word)' is neither a mode nor NAME=on or NAME=off")
                    }
                    set[parts[0]] = .bool(parts[1] == "on")
                }
            }
            order["set"] = .object(set)
            let result = try await EmulatorCommand.control(invocation, .object(order))
            for (name, value) in (result.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
                Output.result("\(name)\t\(value.boolValue == true ? "on" : "off")")
            }
            return 0
        }
    )
}

/// `requests`: the request log.
enum RequestsCommand {
    private static let json = OptionKey<Bool>.flag("--json", help: "One JSON object per line")
    private static let clear = OptionKey<Bool>.flag("--clear", help: "Empty the log after printing it")

    static let command = Command(
        "requests",
        "Print the request log; there is no secret in it",
        section: "Control",
        groups: [OptionGroup([json.option, clear.option])],
        action: .immediate { invocation in
            let log = EmulatorCommand.folder(invocation).log
            for line in log.read() { Output.result(invocation[json] ? line.serialized() : text(line)) }
            if invocation[clear] { log.clear() }
            return 0
        }
    )

    private static func text(_ line: JSONValue) -> String {
        let names = ["time", "method", "host", "path", "grant", "client_id", "account", "tenant"]
        let parts = names.map { line[$0]?.stringValue ?? "-" }
        let end = ["status", "error_number"].map { line[$0]?.integerValue.map { String($0) } ?? "-" }
        return (parts + end).map { TerminalText.oneLine($0) }.joined(separator: "\t")
    }
}
