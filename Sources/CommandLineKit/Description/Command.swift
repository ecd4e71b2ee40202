/// One command or group of commands, with everything that help, completion, the manual and the reader need to know of it.
package struct Command: Sendable {
    /// The word that selects it.
    package var name: String
    /// Other words that select it; help does not list them.
    package var aliases: [String] = []
    /// What it does, in one line without a full stop.
    package var summary: String
    /// The heading under which the parent lists it.
    package var section = "Commands"
    /// Whether help and completion leave it out.
    package var isHidden = false
    /// More about it: paragraphs with an empty line between them.
    package var discussion = ""
    /// Its options, by heading.
    package var groups: [OptionGroup] = []
    /// Its arguments in order.
    package var arguments: [Argument] = []
    /// Commands to show what it is good for.
    package var examples: [Example] = []
    /// The commands below it.
    package var subcommands: [Command] = []
    /// What it does; a command without one shows its help.
    package var action: CommandAction?

    package init(
        _ name: String,
        _ summary: String,
        aliases: [String] = [],
        section: String = "Commands",
        isHidden: Bool = false,
        discussion: String = "",
        groups: [OptionGroup] = [],
        arguments: [Argument] = [],
        examples: [Example] = [],
        subcommands: [Command] = [],
        action: CommandAction? = nil
    ) {
        self.name = name
        self.summary = summary
        self.aliases = aliases
        self.section = section
        self.isHidden = isHidden
        self.discussion = discussion
        self.groups = groups
        self.arguments = arguments
        self.examples = examples
        self.subcommands = subcommands
        self.action = action
    }

    /// The command below this one that a word selects.
    package func subcommand(_ word: String) -> Command? {
        subcommands.first { $0.name == word || $0.aliases.contains(word) }
    }
}

/// What a command does.
package enum CommandAction: Sendable {
    /// Answers at once; no loop and no task is made for it.
    case immediate(@Sendable (Invocation) throws -> Int32)
    /// Waits for something.
    case waiting(@Sendable (Invocation) async throws -> Int32)
}

/// A command line and what it does.
package struct Example: Sendable {
    package let line: String
    package let meaning: String

    package init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }
}
