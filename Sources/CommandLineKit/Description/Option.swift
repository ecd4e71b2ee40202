/// The description of one option, without the type of its value.
package struct Option: Sendable {
    /// How often it may be given and what follows it.
    package enum Form: Sendable, Equatable {
        /// Nothing follows; given or not.
        case flag
        /// Nothing follows; `--no-…` says the contrary.
        case toggle
        /// Nothing follows; how often it is given counts.
        case count
        /// A value follows; of several the last counts.
        case value
        /// A value follows; all count.
        case values
    }

    /// The long name with its dashes; also the option's identity.
    package let name: String
    /// The letter of the short name.
    package let letter: Character?
    /// What help calls the value.
    package let valueName: String
    /// What it is for, in one sentence without a full stop.
    package let help: String
    package let form: Form
    /// What may be completed for its value.
    package let hint: CompletionHint
    /// The environment variable that says the same.
    package let environment: String?
    /// Whether help and completion leave it out.
    package let isHidden: Bool
    let interpret: @Sendable ([Occurrence]) throws(ValueProblem) -> any Sendable

    package var takesValue: Bool { form == .value || form == .values }

    /// The name that says the contrary.
    package var contraryName: String? { form == .toggle ? "--no-" + name.dropFirst(2) : nil }

    /// Every name under which it may be given.
    package var allNames: [String] { [name] + (contraryName.map { [$0] } ?? []) + (letter.map { ["-\($0)"] } ?? []) }
}

/// One time that an option was given.
struct Occurrence: Sendable {
    /// The name as typed.
    let name: String
    /// The text that came with it.
    let value: String
}

/// A heading in help and the options below it; may be shared by many commands.
package struct OptionGroup: Sendable {
    package let title: String
    package let options: [Option]
    /// Whether all commands below have these options too.
    package let isInherited: Bool

    /// The group under the usual heading.
    package init(_ options: [Option]) { self.init("Options", options) }

    package init(_ title: String, isInherited: Bool = false, _ options: [Option]) {
        self.title = title
        self.options = options
        self.isInherited = isInherited
    }
}
