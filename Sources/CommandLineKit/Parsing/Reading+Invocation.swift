extension Reading {
    /// Puts what was read together, by what the command in the end takes.
    func invocation() throws(UsageError) -> Invocation {
        var given: [(option: Option, occurrences: [Occurrence])] = []
        var others = occurrences
        for option in path.options where !others.isEmpty {
            let names = option.allNames
            let own = others.filter { names.contains($0.name) }
            guard !own.isEmpty else { continue }
            given.append((option, own))
            others.removeAll { names.contains($0.name) }
        }
        if let other = others.first { throw error("\(other.name) does not apply to '\(path.text)'") }
        var values: [(name: String, value: any Sendable)] = []
        for (option, occurrences) in given {
            do {
                values.append((option.name, try option.interpret(occurrences)))
            } catch {
                throw self.error(
                    "\(option.name) \(error.message)",
                    hint: error.suggestion.map { "did you mean '\($0)'?" }
                )
            }
        }
        return Invocation(path: path, options: values, arguments: try distribute())
    }

    private func distribute() throws(UsageError) -> [(name: String, words: [String])] {
        var left = positionals[...]
        var values: [(name: String, words: [String])] = []
        for argument in path.command.arguments {
            switch argument.arity {
            case .one, .optional:
                if let word = left.popFirst() {
                    guard !word.isEmpty else { throw error("\(argument.name) must not be empty") }
                    values.append((argument.name, [word]))
                } else if argument.arity == .one {
                    throw missing(argument)
                }
            case .any, .many, .commandLine:
                if left.isEmpty && argument.arity != .any { throw missing(argument) }
                values.append((argument.name, Array(left)))
                left = []
            }
        }
        guard left.isEmpty else { throw error("unexpected argument for '\(path.text)'") }
        return values
    }

    private func missing(_ argument: Argument) -> UsageError {
        error(
            "'\(path.text)' needs \(argument.name)",
            hint: "usage: \(path.text) \(path.command.arguments.map(\.usage).joined(separator: " "))"
        )
    }
}
