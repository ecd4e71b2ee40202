import CommandLineKit

/// A small program with one of everything.
enum Sample {
    enum Format: String, CaseIterable { case text, json }

    static let verbose = OptionKey<Int>.count("--verbose", "v", help: "Say more")
    static let format = OptionKey<Format?>.choice("--output", "o", name: "FORMAT", help: "The form", of: Format.self)
    static let account = OptionKey<String?>.text(
        "--account",
        "a",
        name: "ACCOUNT",
        help: "The account to act as; without it the one that fits is chosen and told on request",
        hint: .dynamic("accounts"),
        environment: "SAMPLE_ACCOUNT"
    )
    static let scopes = OptionKey<[String]>.values("--scope", "s", name: "SCOPE", help: "A scope") { $0 }
    static let force = OptionKey<Bool>.flag("--force", "f", help: "Do it anyway")
    static let hidden = OptionKey<Bool>.flag("--trace-all", help: "Not for people", isHidden: true)
    static let only = OptionKey<Bool?>.toggle("--explicit-only", help: "Use it only when it is named")
    static let size = OptionKey<Int?>.value("--size", name: "N", help: "How many") { text throws(ValueProblem) in
        guard let size = Int(text) else { throw ValueProblem("takes a whole number") }
        return size
    }
    static let file = OptionKey<String?>.text("--file", name: "FILE", help: "A file", hint: .file)
    static let name = ArgumentKey<String>.one("NAME", help: "Whose", hint: .dynamic("accounts"))
    static let label = ArgumentKey<String?>.optional("LABEL", help: "The new label; none removes it")
    static let words = ArgumentKey<[String]>.commandLine("COMMAND", help: "What to run")
    static let more = ArgumentKey<[String]>.any("MORE", help: "More")

    static let selection = OptionGroup("Account", [account.option])

    static let root = Command(
        "sample",
        "Show what the reader can do",
        discussion:
            "One paragraph about it that is long enough to be broken into two lines at eighty columns.\n\nAnother.",
        groups: [OptionGroup("Global options", isInherited: true, [format.option, verbose.option])],
        subcommands: [
            Command(
                "token",
                "Print a token",
                section: "Tokens",
                groups: [
                    OptionGroup([scopes.option, force.option, size.option, file.option, hidden.option]), selection,
                ],
                examples: [Example("sample token -s .default | wc -c", "Counts its letters.")],
                action: .immediate { _ in 0 }
            ),
            Command(
                "accounts",
                "List or change accounts",
                groups: [selection],
                subcommands: [
                    Command("list", "List them", aliases: ["ls"], action: .immediate { _ in 0 }),
                    Command(
                        "label",
                        "Name one",
                        arguments: [name.argument, label.argument],
                        action: .immediate { _ in 0 }
                    ),
                    Command(
                        "set",
                        "Change one",
                        groups: [OptionGroup([only.option])],
                        arguments: [name.argument, more.argument],
                        action: .immediate { _ in 0 }
                    ),
                ],
                action: .immediate { _ in 0 }
            ),
            Command(
                "exec",
                "Run a command",
                groups: [selection],
                arguments: [words.argument],
                action: .immediate { _ in 7 }
            ),
            Command("secret-thing", "Not shown", isHidden: true, action: .immediate { _ in 0 }),
        ]
    )

    static func parse(_ line: String) throws -> Invocation? {
        try parse(line.split(separator: " ").map(String.init))
    }

    static func parse(_ words: [String]) throws -> Invocation? {
        let parser = Parser(root) { $0.contains("password") ? "give it on standard input" : nil }
        guard case .run(let invocation) = try parser.parse(words) else { return nil }
        return invocation
    }

    /// The usage error of a line that must have one.
    static func problem(_ words: [String]) -> UsageError? {
        do {
            _ = try parse(words)
            return nil
        } catch {
            return error as? UsageError
        }
    }
}
