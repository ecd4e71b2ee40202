import CommandLineKit
import GLibBridge
import Lanyard
import LanyardCore

/// `lanyard config`: every setting, its value and where it came from.
enum ConfigCommand {
    private static let key = ArgumentKey<String>.one("KEY", help: "The setting", hint: .dynamic("settings"))
    private static let value = ArgumentKey<String>.one("VALUE", help: "Its new value")

    static func make(_ cli: CLI) -> Command {
        Command(
            "config",
            "Show and change settings",
            section: Section.other,
            discussion: """
                A setting comes from a flag, else from the environment, else from the profile in use, else from config.ini in \
                $XDG_CONFIG_HOME/lanyard (or $LANYARD_CONFIG_DIR), else it has its default.
                """,
            groups: [SelectionOptions.group],
            examples: [
                Example(
                    "lanyard config set client_id 11111111-1111-4111-8111-111111111111",
                    "Acts as an application of your own."
                )
            ],
            subcommands: [
                Command(
                    "get",
                    "Print a setting's value",
                    groups: [SelectionOptions.group],
                    arguments: [key.argument],
                    action: get(cli)
                ),
                Command(
                    "set",
                    "Write a setting to config.ini",
                    arguments: [key.argument, value.argument],
                    action: set(cli)
                ),
                Command("unset", "Take a setting out of config.ini", arguments: [key.argument], action: unset(cli)),
            ],
            action: list(cli)
        )
    }

    private static func list(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let settings = try Settings(cli, call)
            var rows: [[String]] = []
            var members: [JSONValue] = []
            for key in SettingKey.all {
                let setting = try settings.resolve(key)
                rows.append([key.name, setting.value ?? "", setting.origin.place])
                members.append([
                    "key": .string(key.name),
                    "value": setting.value.map { .string($0) } ?? .null,
                    "source": .string(setting.origin.source),
                    "from": setting.origin == .unset ? .null : .string(setting.origin.place),
                ])
            }
            let paths = Paths(cli.environment)
            for (name, path) in [
                ("config_dir", paths.configuration), ("state_dir", paths.state), ("runtime_dir", paths.runtime),
            ] {
                rows.append([name, path, ""])
                members.append(["key": .string(name), "value": .string(path), "source": "path", "from": .null])
            }
            let mark = paths.directories.storeMark()
            for (name, value) in [("store_provider", mark?.provider), ("store_collection", mark?.collection)] {
                guard let value else { continue }
                rows.append([name, value, "noted at the sign-in"])
                members.append(["key": .string(name), "value": .string(value), "source": "state", "from": .null])
            }
            let printer = Printer(cli, call)
            try printer.print(Report(json: .array(members), rows: rows, text: .table(["KEY", "VALUE", "FROM"])))
            warnOfUnknownKeys(settings.file, printer)
            return 0
        }
    }

    private static func warnOfUnknownKeys(_ file: ConfigurationFile, _ printer: Printer) {
        let known = SettingKey.all.filter(\.isInFile).map(\.name)
        for name in file.keys(in: ConfigurationFile.mainGroup).sorted() where name != "format" && !known.contains(name)
        {
            let line = file[ConfigurationFile.mainGroup, name]?.line.map { ":\($0)" } ?? ""
            let nearest = Nearest.word(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            printer.note("\(file.path)\(line): no setting is called '\(name)'\(nearest)")
        }
    }

    private static func get(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let found = try find(call)
            let setting = try Settings(cli, call).resolve(found)
            guard let value = setting.value else { return ExitCode.failure.rawValue }
            let json: JSONValue = [
                "key": .string(found.name), "value": .string(value), "source": .string(setting.origin.source),
                "from": .string(setting.origin.place),
            ]
            try Printer(cli, call).print(.value(value, json: json))
            return 0
        }
    }

    private static func set(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let found = try find(call)
            guard found.isInFile else {
                throw call.error(
                    "'\(found.name)' is for one command or one shell, not for config.ini",
                    hint: found.environment.map { "set \($0), or use a profile: lanyard profile --help" }
                )
            }
            try found.check(call[value])
            try ConfigurationFile.change(in: Paths(cli.environment)) { file throws(LanyardError) in
                file.set(ConfigurationFile.mainGroup, found.name, to: call[value])
            }
            return 0
        }
    }

    private static func unset(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let found = try find(call)
            guard try ConfigurationFile(in: Paths(cli.environment))[ConfigurationFile.mainGroup, found.name] != nil
            else { return 0 }
            try ConfigurationFile.change(in: Paths(cli.environment)) { file throws(LanyardError) in
                file.remove(ConfigurationFile.mainGroup, found.name)
            }
            return 0
        }
    }

    private static func find(_ call: Invocation) throws -> SettingKey {
        let name = call[key]
        if let found = SettingKey.all.first(where: { $0.name == name }) { return found }
        let nearest = Nearest.word(to: name, among: SettingKey.all.map(\.name))
        throw call.error(
            "there is no such setting",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "lanyard config lists all"
        )
    }
}
