/// A command line as understood.
package struct Invocation: Sendable {
    /// Which command it is.
    package let path: CommandPath
    /// Few enough to be gone through: a dictionary's type alone would cost every command more to make.
    let options: [(name: String, value: any Sendable)]
    let arguments: [(name: String, words: [String])]

    /// The option's value, or what stands for its absence.
    package subscript<Value>(_ key: OptionKey<Value>) -> Value {
        options.first { $0.name == key.option.name }?.value as? Value ?? key.absent
    }

    /// The argument's value, or what stands for its absence.
    package subscript<Value>(_ key: ArgumentKey<Value>) -> Value {
        arguments.first { $0.name == key.argument.name }.flatMap { key.read($0.words) } ?? key.absent
    }

    /// Whether the option was given at all.
    package func has<Value>(_ key: OptionKey<Value>) -> Bool { options.contains { $0.name == key.option.name } }

    /// A usage error of this command, for what only the action can see.
    package func error(_ message: String, hint: String? = nil) -> UsageError {
        UsageError(message, hint: hint ?? "see '\(path.text) --help'", path: path.text)
    }
}
