import CommandLineKit

@testable import LanyardCLI

/// What the description of the command holds.
enum CommandNames {
    static var allOptions: [String] {
        CommandPath(root: RootCommand.make(Bench().cli)).optionsBelow.flatMap { $0.allNames }
    }
}
