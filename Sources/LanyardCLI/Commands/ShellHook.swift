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

        """#

    private static let bashPrompt = #"""
        _lanyard_prompt() {
            local lanyard_text
            lanyard_text=$(command lanyard prompt 2>/dev/null)
            [ -z "$lanyard_text" ] || printf '(%s) ' "$lanyard_text"
        }
        case $PS1 in
            *_lanyard_prompt*) ;;
            *) PS1='$(_lanyard_prompt)'"$PS1" ;;
        esac

        """#

    /// What a substitution gives is read for percent signs once more.
    private static let zshPrompt = #"""
        _lanyard_prompt() {
            local lanyard_text
            lanyard_text=$(command lanyard prompt 2>/dev/null)
            [ -z "$lanyard_text" ] || printf '(%s) ' "${lanyard_text//\%/%%}"
        }
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
                set -l text (command lanyard prompt 2>/dev/null)
                test -n "$text"; and printf '(%s) ' $text
                functions -q _lanyard_fish_prompt; and _lanyard_fish_prompt
            end
        end

        """#
}
