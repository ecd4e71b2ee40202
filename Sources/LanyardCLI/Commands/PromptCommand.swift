import CommandLineKit

/// `lanyard prompt` and `lanyard hook`: the account in a shell's prompt.
enum PromptCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "prompt",
            "Print the account of this shell and directory, for a prompt",
            section: Section.selection,
            discussion: """
                What LANYARD_ACCOUNT names, else what the pin of this directory names; nothing where there is neither. A pin that \
                nobody approved is told without its words. Reads small files and asks nobody.
                """,
            action: .immediate { call in
                guard let text = PromptText(cli) else { return 0 }
                try Printer(cli, call).print(text.report)
                return 0
            }
        )
    }

    static func makeHook(_ cli: CLI) -> Command {
        Command(
            "hook",
            "Print the functions that bring Lanyard into a shell",
            section: Section.selection,
            discussion: """
                The function 'lanyard-use' changes the account of the shell that calls it. The prompt shows the account that the shell \
                or the directory sets.
                """,
            examples: [
                Example("eval \"$(lanyard hook bash)\"", "In ~/.bashrc; zsh the same."),
                Example("lanyard hook fish | source", "In ~/.config/fish/config.fish."),
                Example("lanyard-use fab -t fabrikam.com", "From then on in that shell."),
            ],
            subcommands: ShellHook.allCases.map { shell in
                Command(
                    shell.rawValue,
                    "Print the functions for \(shell.rawValue)",
                    action: .immediate { _ in
                        try cli.console.output(Array(shell.text.utf8))
                        return 0
                    }
                )
            }
        )
    }
}
