import CommandLineKit
import LanyardCore

/// `policy`: what directories demand of sign-ins.
enum PolicyCommand {
    private static let tenant = ArgumentKey<String>.one("TENANT", help: "The directory, by id or domain")
    private static let demands = ArgumentKey<[String]>.many(
        "DEMAND",
        help:
            "mfa, device, frequency=SECONDS, block, error=NUMBER; none for no demand, world for those of the world file"
    )
    private static let users = OptionKey<[String]>.values("--user", name: "NAME", help: "Only for this person") { $0 }
    private static let clients = OptionKey<[String]>.values("--client", name: "ID", help: "Only for this app") { $0 }
    private static let resources = OptionKey<[String]>.values("--resource", name: "ID", help: "Only for this API") {
        $0
    }

    static let command = Command(
        "policy",
        "Show or set what directories demand",
        section: "Control",
        subcommands: [
            Command(
                "set",
                "Set the demands of a directory",
                groups: [OptionGroup([users.option, clients.option, resources.option])],
                arguments: [tenant.argument, demands.argument],
                action: .waiting(set)
            ),
            Command(
                "show",
                "Show the demands of all directories",
                action: .waiting { invocation in
                    Output.result(
                        try await EmulatorCommand.control(invocation, ["do": "policy"]).serialized(pretty: true)
                    )
                    return 0
                }
            ),
        ]
    )

    private static func set(_ invocation: Invocation) async throws -> Int32 {
        var order: [String: JSONValue] = ["do": "policy", "tenant": .string(invocation[tenant])]
        let words = invocation[demands]
        if words == ["world"] {
            order["reset"] = true
        } else {
            order["rules"] = .array(words == ["none"] ? [] : try words.map { try rule($0, invocation) })
        }
        _ = try await EmulatorCommand.control(invocation, .object(order))
        return 0
    }

    private static func rule(_ word: String, _ invocation: Invocation) throws -> JSONValue {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        var rule: [String: JSONValue] = ["require": .string(parts[0])]
        let number = parts.count > 1 ? Int64(parts[1]) : nil
        switch (parts[0], number) {
        case ("mfa", nil), ("device", nil), ("block", nil), ("frequency", nil): break
        case ("frequency", let seconds?): rule["seconds"] = .integer(seconds)
        case ("error", let number?):
            rule["require"] = "block"
            rule["error"] = .integer(number)
        default:
            throw invocation.error(
                "'\(word)' is no demand",
                hint: "mfa, device, frequency=SECONDS, block, error=NUMBER"
            )
        }
        let limits = [
            ("users", invocation[users]), ("clients", invocation[clients]), ("resources", invocation[resources]),
        ]
        for (name, list) in limits where !list.isEmpty { rule[name] = .array(list.map(JSONValue.string)) }
        return .object(rule)
    }
}
