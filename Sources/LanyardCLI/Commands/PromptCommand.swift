import CommandLineKit
import LanyardCore
import LanyardSelection

/// `lanyard prompt` and `lanyard hook`: the account in a shell's prompt.
enum PromptCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "prompt",
            "Print the account of this shell, for a prompt",
            section: Section.selection,
            discussion: "Prints nothing where LANYARD_ACCOUNT is not set. Reads one small file and asks nobody.",
            action: .immediate { call in
                guard let name = cli.environment["LANYARD_ACCOUNT"] else { return 0 }
                let accounts = CompletionSource(cli: cli).accounts
                let account = try? AccountNames.resolve(name, in: accounts)
                let shown = account?.displayName ?? name
                let tenant = cli.environment["LANYARD_TENANT"]
                let text = TerminalText.oneLine(shown + (tenant.map { " in \($0)" } ?? ""), limit: 80)
                let json: JSONValue = [
                    "account": .string(shown), "tenant": tenant.map { .string($0) } ?? .null,
                    "signed_in": .bool(account != nil),
                ]
                try Printer(cli, call).print(Report(json: json, rows: [[shown, tenant ?? ""]], text: .lines([text])))
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
                The function 'lanyard-use' changes the account of the shell that calls it, and the prompt shows the account while one \
                is set.
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

/// The functions for one shell.
enum ShellHook: String, CaseIterable {
    case bash
    case zsh
    case fish

    var text: String {
        switch self {
        case .bash: Self.posix + Self.bashPrompt
        case .zsh: Self.posix + Self.zshPrompt
        case .fish: Self.fishFunctions
        }
    }

    /// The command runs first, so that its failure leaves the shell as it is.
    private static let posix = #"""
        lanyard-use() {
            local lanyard_lines
            if [ "$#" -eq 0 ]; then
                unset LANYARD_ACCOUNT LANYARD_TENANT
                return
            fi
            lanyard_lines=$(SHELL=/bin/sh command lanyard use "$@" --shell) || return
            eval "$lanyard_lines"
        }
        _lanyard_prompt() {
            [ -n "${LANYARD_ACCOUNT:-}" ] && printf '(%s) ' "$(command lanyard prompt 2>/dev/null)"
        }

        """#

    private static let bashPrompt = #"""
        case $PS1 in
            *_lanyard_prompt*) ;;
            *) PS1='$(_lanyard_prompt)'"$PS1" ;;
        esac

        """#

    private static let zshPrompt = #"""
        setopt prompt_subst
        case $PS1 in
            *_lanyard_prompt*) ;;
            *) PS1='$(_lanyard_prompt)'"$PS1" ;;
        esac

        """#

    private static let fishFunctions = #"""
        function lanyard-use
            if test (count $argv) -eq 0
                set -e LANYARD_ACCOUNT
                set -e LANYARD_TENANT
                return
            end
            set -l lines (SHELL=/bin/fish command lanyard use $argv --shell); or return
            string join \n -- $lines | source
        end
        if not functions -q _lanyard_fish_prompt
            functions -q fish_prompt; and functions -c fish_prompt _lanyard_fish_prompt
            function fish_prompt
                test -n "$LANYARD_ACCOUNT"; and printf '(%s) ' (command lanyard prompt 2>/dev/null)
                functions -q _lanyard_fish_prompt; and _lanyard_fish_prompt
            end
        end

        """#
}
