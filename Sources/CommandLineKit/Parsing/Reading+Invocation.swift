extension Reading {
    /// Puts what was read together, by what the command in the end takes.
    func invocation() throws(UsageError) -> Invocation {
        var given: [String: [Occurrence]] = [:]
        let options = path.options
        for occurrence in occurrences {
            guard let option = options.first(where: { $0.allNames.contains(occurrence.name) }) else {
                throw error("\(occurrence.name) does not apply to '\(path.text)'")
            }
            given[option.name, default: []].append(occurrence)
        }
        var values: [String: any Sendable] = [:]
        for option in options {
            guard let occurrences = given[option.name] else { continue }
            do {
                values[option.name] = try option.interpret(occurrences)
            } catch {
                throw self.error(
                    "\(option.name) \(error.message)",
                    hint: error.suggestion.map { "did you mean '\($0)'?" }
                )
            }
        }
        return Invocation(path: path, options: values, arguments: try distribute())
    }

    private func distribute() throws(UsageError) -> [String: [String]] {
        var left = positionals[...]
        var values: [String: [String]] = [:]
        for argument in path.command.arguments {
            switch argument.arity {
            case .one, .optional:
                if let word = left.popFirst() {
                    guard !word.isEmpty else { throw error("\(argument.name) must not be empty") }
                    values[argument.name] = [word]
                } else if argument.arity == .one {
                    throw missing(argument)
                }
            case .any, .many, .commandLine:
                if left.isEmpty && argument.arity != .any { throw missing(argument) }
                values[argument.name] = Array(left)
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
