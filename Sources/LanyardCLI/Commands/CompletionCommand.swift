import CommandLineKit

/// `lanyard completion SHELL`, and the hidden command that its scripts call.
enum CompletionCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "completion",
            "Print the completion script of a shell",
            section: Section.other,
            discussion: "Completing touches neither the network nor the keyring.",
            examples: [
                Example("source <(lanyard completion bash)", "In ~/.bashrc."),
                Example("source <(lanyard completion zsh)", "In ~/.zshrc, after compinit."),
                Example("lanyard completion fish | source", "In ~/.config/fish/config.fish."),
            ],
            subcommands: CompletionScript.allCases.map { shell in
                Command(
                    shell.rawValue,
                    "Print the script for \(shell.rawValue)",
                    action: .immediate { _ in
                        try cli.console.output(Array(shell.text(program: "lanyard").utf8))
                        return 0
                    }
                )
            }
        )
    }
}

/// `lanyard __complete -- WORDS`.
enum CompleteCommand {
    private static let words = ArgumentKey<[String]>.any("WORDS", help: "The words typed so far")

    static func make(_ cli: CLI) -> Command {
        Command(
            "__complete",
            "Answer a shell's completion",
            isHidden: true,
            arguments: [words.argument],
            action: .immediate { call in
                let completer = Completer(RootCommand.make(cli)) { CompletionSource(cli: cli).candidates($0) }
                try cli.console.output(Array(completer.complete(call[words]).text.utf8))
                return 0
            }
        )
    }
}
