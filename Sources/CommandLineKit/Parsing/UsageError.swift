/// A command line that cannot be carried out as written.
///
/// No text in it repeats a value from the command line: it may be a secret that went into the wrong place.
package struct UsageError: Error, Sendable, Equatable {
    /// What is wrong, in one line.
    package let message: String
    /// What to do instead.
    package let hint: String?
    /// The command that was being read, with the program's name.
    package let path: String

    package init(_ message: String, hint: String?, path: String) {
        self.message = message
        self.hint = hint
        self.path = path
    }
}

/// Why a value is not what its option takes; the option's name is put in front.
package struct ValueProblem: Error, Sendable, Equatable {
    /// The rest of a sentence that begins with the option's name, as in `takes a duration such as 5m`.
    package let message: String
    /// A word that was perhaps meant.
    package let suggestion: String?

    package init(_ message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
