import CommandLineKit
import GLibBridge
import LanyardCore

/// `lanyard profile`: named combinations of account, tenant and application.
enum ProfileCommand {
    private static let name = ArgumentKey<String>.one("NAME", help: "The profile", hint: .dynamic("profiles"))
    private static let keys = [SettingKey.account, .tenant, .clientID, .cloud]
    private static let values = OptionGroup([
        SelectionOptions.account.option, SelectionOptions.tenant.option, SelectionOptions.cloud.option,
        SelectionOptions.clientID.option, ScopeOptions.scopes.option,
    ])

    static func make(_ cli: CLI) -> Command {
        Command(
            "profile",
            "Name combinations of account, tenant and application",
            section: Section.selection,
            discussion: "A profile is used with '-p NAME' on any command, or as 'lanyard @NAME COMMAND'.",
            examples: [
                Example(
                    "lanyard profile set work -a alice@contoso.com -t fabrikam.com",
                    "Alice as a guest of Fabrikam."
                ),
                Example("lanyard @work token -s User.Read", "Uses it."),
            ],
            subcommands: [
                Command("list", "List the profiles", aliases: ["ls"], action: list(cli)),
                Command("show", "Show one profile", arguments: [name.argument], action: show(cli)),
                Command(
                    "set",
                    "Make a profile, or change what is given",
                    groups: [values],
                    arguments: [name.argument],
                    action: set(cli)
                ),
                Command("remove", "Remove a profile", aliases: ["rm"], arguments: [name.argument], action: remove(cli)),
            ]
        )
    }

    private static func list(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let file = try ConfigurationFile(in: Paths(cli.environment))
            let profiles = file.profiles.map { json($0, file) }
            try Printer(cli, call).print(
                Report(
                    json: .array(profiles),
                    rows: file.profiles.map { row($0, file) },
                    text: .table(["PROFILE", "ACCOUNT", "TENANT", "CLIENT", "CLOUD", "SCOPES"])
                )
            )
            return 0
        }
    }

    private static func show(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let file = try ConfigurationFile(in: Paths(cli.environment))
            try check(call[name], in: file)
            let group = ConfigurationFile.profileGroup(call[name])
            let lines = file.keys(in: group).sorted().map { "\($0)=\(file[group, $0]?.text ?? "")" }
            try Printer(cli, call).print(
                Report(json: json(call[name], file), rows: [row(call[name], file)], text: .lines(lines))
            )
            return 0
        }
    }

    private static func set(_ cli: CLI) -> CommandAction {
        .immediate { call in
            try ProfileName.check(call[name])
            var given: [(String, String)] = []
            for key in keys {
                guard let flag = key.flag, let value = call[flag] else { continue }
                try key.check(value)
                given.append((key.name, value))
            }
            let scopes = try ScopeSet(call[ScopeOptions.scopes]).values
            guard !given.isEmpty || !scopes.isEmpty else {
                throw call.error(
                    "there is nothing to set",
                    hint: "give --account, --tenant, --client-id, --cloud or --scope"
                )
            }
            let group = ConfigurationFile.profileGroup(call[name])
            try ConfigurationFile.change(in: Paths(cli.environment)) { file throws(LanyardError) in
                for (key, value) in given { file.set(group, key, to: value) }
                if !scopes.isEmpty { file.set(group, "scope", to: scopes) }
            }
            return 0
        }
    }

    private static func remove(_ cli: CLI) -> CommandAction {
        .immediate { call in
            try check(call[name], in: ConfigurationFile(in: Paths(cli.environment)))
            try ConfigurationFile.change(in: Paths(cli.environment)) { file throws(LanyardError) in
                file.remove(ConfigurationFile.profileGroup(call[name]))
            }
            return 0
        }
    }

    private static func check(_ name: String, in file: ConfigurationFile) throws {
        try ProfileName.check(name)
        guard file.hasGroup(ConfigurationFile.profileGroup(name)) else {
            throw LanyardError(.accountNotFound, "there is no profile '\(name)'", hint: "lanyard profile list")
        }
    }

    private static func json(_ name: String, _ file: ConfigurationFile) -> JSONValue {
        let group = ConfigurationFile.profileGroup(name)
        var members: [String: JSONValue] = ["name": .string(name)]
        for key in keys { members[key.name] = file[group, key.name].map { .string($0.text) } ?? .null }
        members["scopes"] = .array((file[group, "scope"]?.list ?? []).map { .string($0) })
        return .object(members)
    }

    private static func row(_ name: String, _ file: ConfigurationFile) -> [String] {
        let group = ConfigurationFile.profileGroup(name)
        return [name] + keys.map { file[group, $0.name]?.text ?? "" }
            + [(file[group, "scope"]?.list ?? []).joined(separator: " ")]
    }
}
