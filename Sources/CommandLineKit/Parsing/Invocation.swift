/// A command line as understood.
package struct Invocation: Sendable {
    /// Which command it is.
    package let path: CommandPath
    let options: [String: any Sendable]
    let arguments: [String: [String]]

    /// The option's value, or what stands for its absence.
    package subscript<Value>(_ key: OptionKey<Value>) -> Value {
        options[key.option.name] as? Value ?? key.absent
    }

    /// The argument's value, or what stands for its absence.
    package subscript<Value>(_ key: ArgumentKey<Value>) -> Value {
        arguments[key.argument.name].flatMap(key.read) ?? key.absent
    }

    /// Whether the option was given at all.
    package func has<Value>(_ key: OptionKey<Value>) -> Bool { options[key.option.name] != nil }

    /// A usage error of this command, for what only the action can see.
    package func error(_ message: String, hint: String? = nil) -> UsageError {
        UsageError(message, hint: hint ?? "see '\(path.text) --help'", path: path.text)
    }
}
