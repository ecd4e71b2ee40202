/// An option that knows the type of its value: `call[key]` gives it.
package struct OptionKey<Value: Sendable>: Sendable {
    /// What help, completion and the reader need to know.
    package let option: Option
    let absent: Value

    private init(_ description: Described, _ form: Option.Form, absent: Value, interpret: @escaping Interpreter) {
        option = Option(
            name: description.name,
            letter: description.letter,
            valueName: description.valueName,
            help: description.help,
            form: form,
            hint: description.hint,
            environment: description.environment,
            isHidden: description.isHidden,
            interpret: { occurrences throws(ValueProblem) in try interpret(occurrences) }
        )
        self.absent = absent
    }

    private typealias Interpreter = @Sendable ([Occurrence]) throws(ValueProblem) -> Value
}

/// What all forms of options are described by.
private struct Described {
    var name: String
    var letter: Character?
    var valueName = ""
    var help: String
    var hint = CompletionHint.none
    var environment: String?
    var isHidden: Bool
}

extension OptionKey where Value == Bool {
    /// An option without value: given or not.
    package static func flag(
        _ name: String,
        _ letter: Character? = nil,
        help: String,
        environment: String? = nil,
        isHidden: Bool = false
    ) -> Self {
        let description = Described(
            name: name,
            letter: letter,
            help: help,
            environment: environment,
            isHidden: isHidden
        )
        return Self(description, .flag, absent: false) { _ in true }
    }
}

extension OptionKey where Value == Bool? {
    /// An option without value that also has a contrary, `--no-…`; nothing where neither is given.
    package static func toggle(_ name: String, help: String, isHidden: Bool = false) -> Self {
        Self(Described(name: name, help: help, isHidden: isHidden), .toggle, absent: nil) { $0.last?.name == name }
    }
}

extension OptionKey where Value == Int {
    /// An option without value that may be given several times.
    package static func count(_ name: String, _ letter: Character? = nil, help: String, isHidden: Bool = false) -> Self
    {
        Self(Described(name: name, letter: letter, help: help, isHidden: isHidden), .count, absent: 0) { $0.count }
    }
}

extension OptionKey {
    /// An option with a value that `convert` reads; nothing where it is not given.
    package static func value<Converted: Sendable>(
        _ name: String,
        _ letter: Character? = nil,
        name valueName: String,
        help: String,
        hint: CompletionHint = .none,
        environment: String? = nil,
        isHidden: Bool = false,
        convert: @escaping @Sendable (String) throws(ValueProblem) -> Converted
    ) -> Self where Value == Converted? {
        let description = Described(
            name: name,
            letter: letter,
            valueName: valueName,
            help: help,
            hint: hint,
            environment: environment,
            isHidden: isHidden
        )
        return Self(description, .value, absent: nil) { occurrences throws(ValueProblem) in
            guard let last = occurrences.last else { return nil }
            return try convert(last.value)
        }
    }

    /// An option with a value that may be given several times.
    package static func values<Converted: Sendable>(
        _ name: String,
        _ letter: Character? = nil,
        name valueName: String,
        help: String,
        hint: CompletionHint = .none,
        isHidden: Bool = false,
        convert: @escaping @Sendable (String) throws(ValueProblem) -> Converted
    ) -> Self where Value == [Converted] {
        let description = Described(
            name: name,
            letter: letter,
            valueName: valueName,
            help: help,
            hint: hint,
            isHidden: isHidden
        )
        return Self(description, .values, absent: []) { occurrences throws(ValueProblem) in
            var converted: [Converted] = []
            for occurrence in occurrences { converted.append(try convert(occurrence.value)) }
            return converted
        }
    }
}

extension OptionKey where Value == String? {
    /// An option whose value is any text that is not empty.
    package static func text(
        _ name: String,
        _ letter: Character? = nil,
        name valueName: String,
        help: String,
        hint: CompletionHint = .none,
        environment: String? = nil,
        isHidden: Bool = false
    ) -> Self {
        value(
            name,
            letter,
            name: valueName,
            help: help,
            hint: hint,
            environment: environment,
            isHidden: isHidden,
            convert: { text throws(ValueProblem) in text }
        )
    }
}

extension OptionKey {
    /// An option whose value is one of a few words.
    package static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String,
        _ letter: Character? = nil,
        name valueName: String,
        help: String,
        of _: Choice.Type,
        environment: String? = nil,
        isHidden: Bool = false
    ) -> Self where Value == Choice? {
        let words = Choice.allCases.map(\.rawValue)
        return value(
            name,
            letter,
            name: valueName,
            help: help,
            hint: .words(words),
            environment: environment,
            isHidden: isHidden,
            convert: { text throws(ValueProblem) in
                guard let choice = Choice(rawValue: text) else {
                    throw ValueProblem("takes " + Prose.list(words), suggestion: Nearest.word(to: text, among: words))
                }
                return choice
            }
        )
    }
}
