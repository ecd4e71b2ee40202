/// Reads a command line by the description of a program.
///
/// Options may stand before, between and after the words that select the command.
package struct Parser {
    /// What a command line asks for.
    package enum Outcome: Sendable {
        case run(Invocation)
        case help(CommandPath)
    }

    /// Gives the advice for an option that is refused on purpose, by its name; nothing for any other unknown name.
    package typealias Refusal = @Sendable (String) -> String?

    let root: Command
    let refusal: Refusal

    package init(_ root: Command, refusal: @escaping Refusal = { _ in nil }) {
        self.root = root
        self.refusal = refusal
    }

    /// Reads the words that follow the program's name.
    package func parse(_ words: [String]) throws(UsageError) -> Outcome {
        var reading = Reading(path: CommandPath(root: root), words: words[...], refusal: refusal)
        try reading.readAll()
        if reading.wantsHelp || reading.path.command.action == nil && reading.positionals.isEmpty {
            return .help(reading.path)
        }
        return .run(try reading.invocation())
    }
}

/// The state while a command line is read.
struct Reading {
    var path: CommandPath
    var words: ArraySlice<String>
    let refusal: Parser.Refusal
    var occurrences: [Occurrence] = []
    var positionals: [String] = []
    var wantsHelp = false

    init(path: CommandPath, words: ArraySlice<String>, refusal: @escaping Parser.Refusal) {
        self.path = path
        self.words = words
        self.refusal = refusal
    }

    mutating func readAll() throws(UsageError) {
        while let word = words.popFirst() {
            if word == "--" {
                positionals += words
                return
            }
            if word.hasPrefix("--") {
                try readLong(word)
            } else if word.hasPrefix("-") && word != "-" {
                try readShort(word)
            } else if try readPlain(word) {
                return
            }
        }
    }

    /// Reads a word that is no option; true where all that follows belongs to another program.
    private mutating func readPlain(_ word: String) throws(UsageError) -> Bool {
        if positionals.isEmpty, let next = path.command.subcommand(word) {
            path = path.appending(next)
            return false
        }
        guard !path.command.arguments.isEmpty else { throw unexpected(word) }
        positionals.append(word)
        guard path.command.arguments.count <= positionals.count, path.command.arguments.last?.arity == .commandLine
        else { return false }
        positionals += words
        return true
    }

    private func unexpected(_ word: String) -> UsageError {
        // An option that is refused on purpose is the graver mistake, and the one whose cure is known.
        for word in words where word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            if refusal(name) != nil { return unknown(name) }
        }
        let commands = path.command.subcommands
        guard !commands.isEmpty else { return error("unexpected argument for '\(path.text)'") }
        let names = commands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
        // A word that does not look like a command may be a secret in the wrong place.
        let shown = Nearest.looksLikeAName(word) ? " '\(word)'" : ""
        return error(
            "unknown command\(shown)",
            hint: Nearest.word(to: word, among: names).map { "did you mean '\(path.text) \($0)'?" }
        )
    }

    func error(_ message: String, hint: String? = nil) -> UsageError {
        UsageError(message, hint: hint ?? "see '\(path.text) --help'", path: path.text)
    }
}
