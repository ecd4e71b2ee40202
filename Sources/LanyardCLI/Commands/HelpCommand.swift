import CommandLineKit

/// `lanyard help [COMMAND]`.
enum HelpCommand {
    private static let words = ArgumentKey<[String]>.any(
        "COMMAND",
        help: "The command to explain",
        hint: .dynamic("commands")
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "help",
            "Explain a command",
            section: Section.other,
            arguments: [words.argument],
            action: .immediate { call in
                if call[words] == ["exit-codes"] {
                    try cli.console.output(Array(ExitCode.page.utf8))
                    return 0
                }
                let root = CommandPath(root: RootCommand.make(cli))
                let (path, unknown) = root.following(call[words])
                guard let unknown else {
                    try show(path, cli, noColor: call[GlobalOptions.noColor])
                    return 0
                }
                let names = path.command.subcommands.filter { !$0.isHidden }.map(\.name)
                let shown = Nearest.looksLikeAName(unknown) ? " '\(unknown)'" : ""
                throw call.error(
                    "unknown command\(shown)",
                    hint: Nearest.word(to: unknown, among: names).map { "did you mean '\(path.text) \($0)'?" }
                )
            }
        )
    }

    /// Prints a page, as wide as the terminal allows.
    static func show(_ path: CommandPath, _ cli: CLI, noColor: Bool) throws {
        let isStyled = Style.isAllowed(cli.environment, noColor: noColor) && cli.console.isTerminal(.output)
        let width = cli.console.isTerminal(.output) ? cli.console.columns() ?? 80 : 80
        try cli.console.output(Array(HelpPage(path, width: width, isStyled: isStyled).text.utf8))
    }
}
