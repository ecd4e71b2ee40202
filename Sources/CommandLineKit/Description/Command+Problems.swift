extension Command {
    /// What is wrong with the description itself: for a test, so that no user meets it.
    package func problems() -> [String] { problems(at: CommandPath(root: self)) }

    private func problems(at path: CommandPath) -> [String] {
        var found: [String] = []
        var names: Set<String> = []
        for option in path.options {
            for name in option.allNames where !names.insert(name).inserted {
                found.append("\(path.text): \(name) is described twice")
            }
        }
        var words: Set<String> = []
        for word in subcommands.flatMap({ [$0.name] + $0.aliases }) where !words.insert(word).inserted {
            found.append("\(path.text): two commands are called \(word)")
        }
        for argument in arguments.dropLast() where argument.arity != .one {
            found.append("\(path.text): only the last argument may be missing or repeated")
        }
        if summary.hasSuffix(".") { found.append("\(path.text): the summary ends in a full stop") }
        if action == nil && subcommands.isEmpty { found.append("\(path.text): nothing to do") }
        found += arityConflicts(at: path)
        return found + subcommands.flatMap { $0.problems(at: path.appending($0)) }
    }

    /// An option may stand before the subcommand, so all commands must agree whether it takes a value.
    private func arityConflicts(at path: CommandPath) -> [String] {
        guard path.chain.count == 1 else { return [] }
        var known: [String: Bool] = [:]
        var found: [String] = []
        for option in path.optionsBelow {
            for name in option.allNames {
                if let takesValue = known[name], takesValue != option.takesValue {
                    found.append("\(name) takes a value in one command and none in another")
                }
                known[name] = option.takesValue
            }
        }
        return found
    }
}
