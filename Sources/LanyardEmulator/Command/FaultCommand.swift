import CommandLineKit
import LanyardCore

/// `fault`: makes things go wrong.
enum FaultCommand {
    private static let host = OptionKey<String?>.text("--host", name: "HOST", help: "Only requests to this host")
    private static let path = OptionKey<String?>.text("--path", name: "PART", help: "Only paths with this part")
    private static let grant = OptionKey<String?>.text(
        "--grant",
        name: "GRANT",
        help: "Only this grant, as in refresh_token"
    )
    private static let tenant = OptionKey<String?>.text("--tenant", name: "TENANT", help: "Only this directory")
    private static let client = OptionKey<String?>.text("--client", name: "ID", help: "Only this app")
    private static let skip = number("--skip", "Let so many requests by first")
    private static let times = number("--times", "How often it strikes; 0 for ever (default 1)")
    private static let delay = number("--delay", "Wait so many milliseconds before the answer")
    private static let hold = OptionKey<String?>.text(
        "--hold",
        name: "NAME",
        help: "Hold the answer until 'fault release NAME'"
    )
    private static let status = number("--status", "Answer with this status")
    private static let headers = OptionKey<[String]>.values("--header", name: "'N: V'", help: "Add a header field") {
        $0
    }
    private static let body = OptionKey<String?>.text("--body", name: "TEXT", help: "Answer with this body")
    private static let html = OptionKey<Bool>.flag("--html", help: "Answer with a page of HTML")
    private static let error = number("--error", "Answer with the service's error of this number")
    private static let suberror = OptionKey<String?>.text("--suberror", name: "WORD", help: "With this sub-error")
    private static let close = OptionKey<Bool>.flag("--close", help: "Close the connection without an answer")
    private static let cut = number("--cut", "Cut the answer after so many bytes")
    private static let set = OptionKey<[String]>.values("--set", name: "M=V", help: "Set a member of the JSON answer") {
        $0
    }
    private static let drop = OptionKey<[String]>.values("--drop", name: "MEMBER", help: "Leave a member out") { $0 }
    private static let strings = OptionKey<Bool>.flag("--strings", help: "Write numbers as texts")
    private static let decline = OptionKey<[String]>.values(
        "--withhold",
        name: "SCOPE",
        help: "Do not grant this permission"
    ) { $0 }
    private static let lifetime = number("--lifetime", "Seconds that access tokens live")
    private static let forge = OptionKey<String?>.text(
        "--forge",
        name: "HOW",
        help: "Forge the ID token: \(Forgery.allCases.map(\.rawValue).joined(separator: ", "))",
        hint: .words(Forgery.allCases.map(\.rawValue))
    )
    private static let name = ArgumentKey<String>.one("NAME", help: "The name given with --hold")

    private static func number(_ name: String, _ help: String) -> OptionKey<Int?> {
        .value(name, name: "N", help: help) { text throws(ValueProblem) in
            guard let number = Int(text), number >= 0 else { throw ValueProblem("takes a whole number") }
            return number
        }
    }

    static let command = Command(
        "fault",
        "Make requests fail, wait or be answered otherwise",
        section: "Control",
        subcommands: [
            Command(
                "add",
                "Add a fault; its number is printed",
                groups: [
                    OptionGroup(
                        "Which requests",
                        [
                            host.option, path.option, grant.option, tenant.option, client.option, skip.option,
                            times.option,
                        ]
                    ),
                    OptionGroup(
                        "What happens",
                        [
                            delay.option, hold.option, status.option, headers.option, body.option, html.option,
                            error.option, suberror.option, close.option, cut.option,
                        ]
                    ),
                    OptionGroup(
                        "Changes of the answer",
                        [set.option, drop.option, strings.option, decline.option, lifetime.option, forge.option]
                    ),
                ],
                action: .waiting { invocation in
                    let order: JSONValue = ["do": "fault", "add": try fault(invocation)]
                    let result = try await EmulatorCommand.control(invocation, order)
                    Output.result(String(result["id"]?.integerValue ?? 0))
                    return 0
                }
            ),
            Command(
                "list",
                "List the faults as JSON",
                action: .waiting { invocation in
                    let result = try await EmulatorCommand.control(invocation, ["do": "fault"])
                    for line in result["faults"]?.arrayValue ?? [] { Output.result(line.serialized()) }
                    return 0
                }
            ),
            Command(
                "clear",
                "Remove all faults and release what is held",
                action: .waiting { invocation in
                    _ = try await EmulatorCommand.control(invocation, ["do": "fault", "clear": true])
                    return 0
                }
            ),
            Command(
                "release",
                "Let held answers go",
                arguments: [name.argument],
                action: .waiting { invocation in
                    let order: JSONValue = ["do": "release", "name": .string(invocation[name])]
                    let result = try await EmulatorCommand.control(invocation, order)
                    Output.result(String(result["released"]?.integerValue ?? 0))
                    return 0
                }
            ),
            Command(
                "waiting",
                "Print how many answers are held",
                arguments: [name.argument],
                action: .waiting { invocation in
                    let order: JSONValue = ["do": "waiting", "name": .string(invocation[name])]
                    let result = try await EmulatorCommand.control(invocation, order)
                    Output.result(String(result["waiting"]?.integerValue ?? 0))
                    return 0
                }
            ),
        ]
    )

    private static func fault(_ invocation: Invocation) throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        let texts = [
            ("host", host), ("path", path), ("grant", grant), ("tenant", tenant), ("client", client), ("hold", hold),
            ("body", body), ("suberror", suberror), ("forge", forge),
        ]
        for (name, key) in texts { if let text = invocation[key] { members[name] = .string(text) } }
        let numbers = [
            ("skip", skip), ("times", times), ("delay", delay), ("status", status), ("error", error), ("cut", cut),
            ("lifetime", lifetime),
        ]
        for (name, key) in numbers { if let number = invocation[key] { members[name] = .integer(Int64(number)) } }
        for (name, key) in [("html", html), ("close", close), ("strings", strings)] where invocation[key] {
            members[name] = true
        }
        for (name, key) in [("drop", drop), ("decline", decline)] where !invocation[key].isEmpty {
            members[name] = .array(invocation[key].map(JSONValue.string))
        }
        if let pairs = try pairs(invocation[headers], separator: ":", invocation) {
            members["headers"] = .object(pairs)
        }
        if let pairs = try pairs(invocation[set], separator: "=", invocation) {
            members["set"] = .object(pairs.mapValues(read))
        }
        return .object(members)
    }

    private static func pairs(
        _ words: [String],
        separator: Character,
        _ invocation: Invocation
    ) throws -> [String: JSONValue]? {
        guard !words.isEmpty else { return nil }
        var members: [String: JSONValue] = [:]
        for word in words {
            let parts = word.split(separator: separator, maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { throw invocation.error("'\(word)' has no '\(separator)'") }
            members[parts[0]] = .string(parts[1])
        }
        return members
    }

    /// A value that reads as JSON is one; all else is text.
    private static func read(_ value: JSONValue) -> JSONValue {
        guard let text = value.stringValue, let parsed = try? JSONValue.parse(text.utf8) else { return value }
        return parsed
    }
}
