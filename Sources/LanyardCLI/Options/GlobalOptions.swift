import CommandLineKit

/// The options that every command has.
enum GlobalOptions {
    static let output = OptionKey<OutputFormat?>.choice(
        "--output",
        "o",
        name: "FORMAT",
        help: "The form of the result",
        of: OutputFormat.self
    )
    static let quiet = OptionKey<Bool>.flag("--quiet", "q", help: "Say only what has to be said")
    static let verbose = OptionKey<Int>.count("--verbose", "v", help: "Say what happens; no secret is ever shown")
    static let debug = OptionKey<Bool>.flag("--debug", help: "The same as -vv", isHidden: true)
    static let why = OptionKey<Bool>.flag("--why", help: "Say on standard error why this account was chosen")
    static let noInput = OptionKey<Bool>.flag("--no-input", help: "Never ask")
    static let noPrompt = OptionKey<Bool>.flag("--no-prompt", help: "The same as --no-input", isHidden: true)
    static let noColor = OptionKey<Bool>.flag("--no-color", help: "No colour or bold text", environment: "NO_COLOR")

    static let group = OptionGroup(
        "Global options",
        isInherited: true,
        [
            output.option, why.option, noInput.option, noPrompt.option, quiet.option, verbose.option, debug.option,
            noColor.option,
        ]
    )

    /// The form asked for on a line that could not be read.
    static func format(in words: [String]) -> OutputFormat? {
        for (index, word) in words.enumerated() {
            if word == "--" { return nil }
            if word == "-o" || word == "--output", index + 1 < words.count {
                return OutputFormat(rawValue: words[index + 1])
            }
            for prefix in ["--output=", "-o=", "-o"] where word.hasPrefix(prefix) {
                return OutputFormat(rawValue: String(word.dropFirst(prefix.count)))
            }
        }
        return nil
    }
}
