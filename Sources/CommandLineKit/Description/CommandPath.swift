/// A command and the ones above it.
package struct CommandPath: Sendable {
    /// From the root down; never empty.
    package let chain: [Command]
    /// The last one.
    package let command: Command

    package init(root: Command) {
        chain = [root]
        command = root
    }

    private init(chain: [Command], command: Command) {
        self.chain = chain + [command]
        self.command = command
    }

    package func appending(_ command: Command) -> CommandPath { CommandPath(chain: chain, command: command) }

    /// The words as typed, program's name first.
    package var text: String { chain.map(\.name).joined(separator: " ") }

    /// The words below the program's name.
    package var words: [String] { chain.dropFirst().map(\.name) }

    /// The groups of options that apply here: the command's own, then what it inherits, nearest first.
    package var groups: [OptionGroup] {
        command.groups + chain.dropLast().reversed().flatMap { $0.groups.filter(\.isInherited) }
    }

    /// The options that apply here.
    package var options: [Option] { groups.flatMap(\.options) }

    /// The options of this command and every one below it.
    package var optionsBelow: [Option] { Self.options(of: command) }

    private static func options(of command: Command) -> [Option] {
        command.groups.flatMap(\.options) + command.subcommands.flatMap { options(of: $0) }
    }

    /// Follows words down from here; stops at the first that is no command.
    package func following(_ words: some Sequence<String>) -> (path: CommandPath, unknown: String?) {
        var path = self
        for word in words {
            guard let next = path.command.subcommand(word) else { return (path, word) }
            path = path.appending(next)
        }
        return (path, nil)
    }
}

extension CommandPath {
    /// The first word of a line that selects a command below this one, whatever else is wrong with the line.
    package func command(in words: [String]) -> Command? {
        var skipsNext = false
        for word in words {
            if skipsNext {
                skipsNext = false
            } else if word == "--" {
                return nil
            } else if word.hasPrefix("-") && word != "-" {
                skipsNext = optionsBelow.contains { $0.takesValue && $0.allNames.contains(word) }
            } else {
                return command.subcommand(word)
            }
        }
        return nil
    }
}
