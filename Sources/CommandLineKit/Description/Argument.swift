/// The description of one argument, without the type of its value.
package struct Argument: Sendable {
    /// How many words it takes.
    package enum Arity: Sendable, Equatable {
        /// Exactly one.
        case one
        /// One or none.
        case optional
        /// Any number, none too.
        case any
        /// At least one.
        case many
        /// A whole command line: everything after `--`, or from the first word on that is no option of ours.
        case commandLine
    }

    /// What help calls it, in capitals.
    package let name: String
    package let help: String
    package let arity: Arity
    package let hint: CompletionHint

    /// The form in a usage line.
    package var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)...]"
        case .many: "\(name)..."
        case .commandLine: "-- \(name)..."
        }
    }
}

/// An argument that knows the type of its value: `call[key]` gives it.
package struct ArgumentKey<Value: Sendable>: Sendable {
    package let argument: Argument
    let read: @Sendable ([String]) -> Value?
    let absent: Value
}

extension ArgumentKey where Value == String {
    /// An argument that must be there.
    package static func one(_ name: String, help: String, hint: CompletionHint = .none) -> Self {
        Self(
            argument: Argument(name: name, help: help, arity: .one, hint: hint),
            read: { $0.first },
            absent: ""
        )
    }
}

extension ArgumentKey where Value == String? {
    /// An argument that may be missing.
    package static func optional(_ name: String, help: String, hint: CompletionHint = .none) -> Self {
        Self(
            argument: Argument(name: name, help: help, arity: .optional, hint: hint),
            read: { $0.first },
            absent: nil
        )
    }
}

extension ArgumentKey where Value == [String] {
    /// All words that are left, maybe none.
    package static func any(_ name: String, help: String, hint: CompletionHint = .none) -> Self {
        Self(argument: Argument(name: name, help: help, arity: .any, hint: hint), read: { $0 }, absent: [])
    }

    /// All words that are left, at least one.
    package static func many(_ name: String, help: String, hint: CompletionHint = .none) -> Self {
        Self(argument: Argument(name: name, help: help, arity: .many, hint: hint), read: { $0 }, absent: [])
    }

    /// Another program's command line, passed through untouched.
    package static func commandLine(_ name: String, help: String) -> Self {
        Self(
            argument: Argument(name: name, help: help, arity: .commandLine, hint: .command),
            read: { $0 },
            absent: []
        )
    }
}
