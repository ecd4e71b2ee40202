/// Something that a shell may put in.
package struct Candidate: Sendable, Equatable {
    package let value: String
    package let help: String

    package init(_ value: String, _ help: String = "") {
        self.value = value
        self.help = help
    }
}

/// What a shell is told.
package struct CompletionReply: Sendable, Equatable {
    /// What the shell does beside offering the candidates.
    package enum Fallback: Sendable, Equatable {
        case none
        case files
        case directories
        /// The words from this index on are another program's command line.
        case commandLine(Int)
    }

    package var candidates: [Candidate] = []
    package var fallback = Fallback.none

    package init(candidates: [Candidate] = [], fallback: Fallback = .none) {
        self.candidates = candidates
        self.fallback = fallback
    }

    /// The form in which the shell functions read it: one line for the fallback, then a line per candidate.
    package var text: String {
        let head =
            switch fallback {
            case .none: ":none"
            case .files: ":files"
            case .directories: ":directories"
            case .commandLine(let index): ":commandline \(index)"
            }
        let lines = candidates.filter { Self.isPlain($0.value) }.map { candidate in
            candidate.help.isEmpty || !Self.isPlain(candidate.help)
                ? candidate.value : candidate.value + "\t" + candidate.help
        }
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    /// A shell's menu is no place for control characters out of a file.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}

/// Answers a shell that asks what may come next.
package struct Completer {
    /// Gives the words of a ``CompletionHint/dynamic(_:)`` hint.
    package typealias Source = (String) -> [Candidate]

    let root: Command
    let source: Source

    package init(_ root: Command, source: @escaping Source = { _ in [] }) {
        self.root = root
        self.source = source
    }

    /// What may stand in place of the last word; the words follow the program's name.
    package func complete(_ words: [String]) -> CompletionReply {
        var state = CompletionState(path: CommandPath(root: root))
        for (index, word) in words.dropLast().enumerated() {
            state.take(word)
            if state.isForeign { return CompletionReply(fallback: .commandLine(word == "--" ? index + 1 : index)) }
        }
        return reply(state, typed: words.last ?? "", index: max(words.count - 1, 0))
    }

    private func reply(_ state: CompletionState, typed: String, index: Int) -> CompletionReply {
        if let option = state.pending { return values(option.hint, typed: typed, prefix: "", index: index) }
        if !state.onlyArguments, typed.hasPrefix("-") {
            if let equals = typed.firstIndex(of: "="), typed.hasPrefix("--") {
                let name = String(typed[..<equals])
                guard let option = state.option(name), option.takesValue else { return CompletionReply() }
                let value = String(typed[typed.index(after: equals)...])
                return values(option.hint, typed: value, prefix: name + "=", index: index)
            }
            return options(state, typed: typed)
        }
        var reply = CompletionReply()
        if state.positionals == 0, !state.onlyArguments {
            reply.candidates = state.path.command.subcommands
                .filter { !$0.isHidden && $0.name.hasPrefix(typed) }
                .map { Candidate($0.name, $0.summary) }
        }
        if let argument = state.argument {
            let more = values(argument.hint, typed: typed, prefix: "", index: index)
            reply.candidates += more.candidates
            reply.fallback = more.fallback
        }
        return reply
    }

    private func options(_ state: CompletionState, typed: String) -> CompletionReply {
        let given = state.given
        let candidates = state.path.options
            .filter { !$0.isHidden && (!given.contains($0.name) || $0.form == .values || $0.form == .count) }
            .flatMap { option in
                ([option.name] + (option.contraryName.map { [$0] } ?? [])).map { Candidate($0, option.help) }
            }
        return CompletionReply(
            candidates: (candidates + [Candidate("--help", "Show help")]).filter { $0.value.hasPrefix(typed) }
        )
    }

    private func values(_ hint: CompletionHint, typed: String, prefix: String, index: Int) -> CompletionReply {
        switch hint {
        case .none: CompletionReply()
        case .file: CompletionReply(fallback: .files)
        case .directory: CompletionReply(fallback: .directories)
        case .command: CompletionReply(fallback: .commandLine(index))
        case .words(let words):
            CompletionReply(candidates: words.filter { $0.hasPrefix(typed) }.map { Candidate(prefix + $0) })
        case .dynamic(let name):
            CompletionReply(
                candidates: source(name).filter { $0.value.hasPrefix(typed) }
                    .map { Candidate(prefix + $0.value, $0.help) }
            )
        }
    }
}

/// Where the words before the cursor lead.
private struct CompletionState {
    var path: CommandPath
    var pending: Option?
    var positionals = 0
    var onlyArguments = false
    var isForeign = false
    var given: Set<String> = []

    init(path: CommandPath) { self.path = path }

    /// The argument that comes next.
    var argument: Argument? {
        let arguments = path.command.arguments
        if positionals < arguments.count { return arguments[positionals] }
        guard let last = arguments.last, last.arity == .any || last.arity == .many else { return nil }
        return last
    }

    func option(_ name: String) -> Option? {
        path.options.first { $0.allNames.contains(name) } ?? path.optionsBelow.first { $0.allNames.contains(name) }
    }

    mutating func take(_ word: String) {
        if pending != nil {
            pending = nil
        } else if onlyArguments {
            takeArgument()
        } else if word == "--" {
            onlyArguments = true
            isForeign = argument?.arity == .commandLine
        } else if word.hasPrefix("--") {
            takeLong(word)
        } else if word.hasPrefix("-") && word != "-" {
            takeShort(word)
        } else if positionals == 0, let next = path.command.subcommand(word) {
            path = path.appending(next)
        } else {
            takeArgument()
        }
    }

    private mutating func takeArgument() {
        isForeign = argument?.arity == .commandLine
        positionals += 1
    }

    private mutating func takeLong(_ word: String) {
        let name = String(word.prefix { $0 != "=" })
        guard let option = option(name) else { return }
        given.insert(option.name)
        if option.takesValue && name == word { pending = option }
    }

    private mutating func takeShort(_ word: String) {
        for (index, letter) in word.dropFirst().enumerated() {
            guard let option = option("-\(letter)") else { continue }
            given.insert(option.name)
            guard option.takesValue else { continue }
            if index == word.count - 2 { pending = option }
            return
        }
    }
}
