import CommandLineKit
import Glibc
import LanyardCore

/// `lanyard exec`.
enum ExecCommand {
    /// Lanyard failed before the command began.
    static let ownFailure: Int32 = 125

    private static let words = ArgumentKey<[String]>.commandLine("COMMAND", help: "The command and its arguments")

    static func make(_ cli: CLI) -> Command {
        Command(
            "exec",
            "Run a command as one account",
            section: Section.selection,
            discussion: """
                Chooses the account as 'lanyard token' does and runs the command with LANYARD_ACCOUNT, and LANYARD_TENANT where a \
                tenant was chosen. The exit code is the command's own; 125 where Lanyard fails before it begins, 126 where the command \
                cannot be run, 127 where it is not found.
                """,
            groups: [SelectionOptions.group],
            arguments: [words.argument],
            examples: [
                Example(
                    "lanyard exec -a alice@contoso.com -- terraform plan",
                    "Everything that it starts acts as Alice."
                )
            ],
            action: .waiting { call in
                let work = try Work(cli, call)
                let choice = try await AccountChooser(work: work).choose(Need())
                let command = ForeignCommand(words: call[words], environment: try environment(choice, work))
                let number = cli.become(command)
                let reason = String(cString: strerror(number))
                work.printer.say("lanyard: \(command.words.first ?? "") cannot be run: \(reason)")
                return number == ENOENT ? 127 : 126
            }
        )
    }

    /// Ours with the choice made fast; what led to it is taken out, so that nothing inside is chosen by it again.
    private static func environment(_ choice: Choice, _ work: Work) throws -> [String: String] {
        var variables = work.cli.environment.all
        variables["LANYARD_ACCOUNT"] = choice.account.homeAccountID.rawValue
        variables["LANYARD_TENANT"] = choice.tenant?.pathSegment
        variables["LANYARD_PROFILE"] = nil
        let clientID = try work.settings.resolve(.clientID)
        if clientID.origin != .builtIn { variables["LANYARD_CLIENT_ID"] = clientID.value }
        let cloud = try work.settings.resolve(.cloud)
        if cloud.origin != .builtIn { variables["LANYARD_CLOUD"] = cloud.value }
        return variables
    }
}
