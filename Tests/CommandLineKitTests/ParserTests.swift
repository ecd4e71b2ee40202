import CommandLineKit
import Testing

@Suite("Reading a command line")
struct ParserTests {
    @Test(
        "a value may be attached, follow, or be joined to its letter",
        arguments: ["--scope=x", "--scope x", "-sx", "-s x", "-s=x", "-fsx", "-vfs x"]
    )
    func valueForms(form: String) throws {
        let call = try #require(try Sample.parse("token " + form))
        #expect(call[Sample.scopes] == ["x"])
    }

    @Test(
        "options stand before, between and after the words that select the command",
        arguments: [
            "-a bob accounts label x y", "accounts -a bob label x y", "accounts label -a bob x y",
            "accounts label x y -a bob",
        ]
    )
    func places(line: String) throws {
        // `--account` belongs to `accounts`, which does not hand it down.
        let error = try #require(Sample.problem(line.split(separator: " ").map(String.init)))
        #expect(error.message == "--account does not apply to 'sample accounts label'")
        let other = line.replacing("-a bob", with: "-o json -vv")
        let call = try #require(try Sample.parse(other))
        #expect(call[Sample.format] == .json)
        #expect(call[Sample.verbose] == 2)
        #expect(call[Sample.name] == "x")
        #expect(call[Sample.label] == "y")
    }

    @Test("an option of the command may stand before the command")
    func beforeTheCommand() throws {
        let call = try #require(try Sample.parse("-a bob -s x token --scope y"))
        #expect(call[Sample.account] == "bob")
        #expect(call[Sample.scopes] == ["x", "y"])
        #expect(!call[Sample.force])
        #expect(!call.has(Sample.force))
    }

    @Test("of a value given twice the last counts, of a toggle too")
    func lastCounts() throws {
        #expect(try Sample.parse("token -a x -a y")?[Sample.account] == "y")
        #expect(try Sample.parse("accounts set x --explicit-only --no-explicit-only")?[Sample.only] == false)
        #expect(try Sample.parse("accounts set x --explicit-only")?[Sample.only] == true)
        #expect(try Sample.parse("accounts set x")?[Sample.only] == .some(nil))
    }

    @Test("another program's command line is passed through untouched, with or without two dashes")
    func passThrough() throws {
        #expect(try Sample.parse("exec -a x -- ls -a -- --help")?[Sample.words] == ["ls", "-a", "--", "--help"])
        #expect(try Sample.parse("exec -a x ls -a y --help")?[Sample.words] == ["ls", "-a", "y", "--help"])
        #expect(try Sample.parse("exec ls -- -x")?[Sample.words] == ["ls", "--", "-x"])
        #expect(try Sample.parse("exec -a x -- ls -a y")?[Sample.account] == "x")
    }

    @Test("two dashes end the options")
    func dashes() throws {
        #expect(try Sample.parse("accounts label -- -x --y")?[Sample.name] == "-x")
        #expect(try Sample.parse("accounts set x -")?[Sample.more] == ["-"])
    }

    @Test("a command without action shows help, and --help wins wherever it stands")
    func help() throws {
        #expect(try Sample.parse([]) == nil)
        #expect(try Sample.parse("token --help -f") == nil)
        #expect(try Sample.parse("accounts label -h") == nil)
        #expect(try Sample.parse("accounts ls")?.path.text == "sample accounts list")
    }

    @Test(
        "a wrong line names what is wrong and what was perhaps meant",
        arguments: [
            ("tokne", "unknown command 'tokne'", "did you mean 'sample token'?"),
            ("accounts lable x", "unknown command 'lable'", "did you mean 'sample accounts label'?"),
            ("token --scpoe x", "unknown option --scpoe", "did you mean '--scope'?"),
            ("token --trace-al", "unknown option --trace-al", "see 'sample token --help'"),
            ("token -x", "unknown option -x", "see 'sample token --help'"),
            ("token --scope", "--scope needs a value: SCOPE", "see 'sample token --help'"),
            ("token -s --force", "-s needs a value: SCOPE", "write '-s-...' for a value that begins with a dash"),
            ("token --scope=", "--scope needs a value that is not empty", "see 'sample token --help'"),
            ("token --force=yes", "--force takes no value", "see 'sample token --help'"),
            ("token --output jsno", "--output takes text or json", "did you mean 'json'?"),
            ("token --size many", "--size takes a whole number", "see 'sample token --help'"),
            ("token x", "unexpected argument for 'sample token'", "see 'sample token --help'"),
            ("accounts label", "'sample accounts label' needs NAME", "usage: sample accounts label NAME [LABEL]"),
            (
                "accounts label a b c", "unexpected argument for 'sample accounts label'",
                "see 'sample accounts label --help'"
            ),
            ("exec", "'sample exec' needs COMMAND", "usage: sample exec -- COMMAND..."),
            ("token --force accounts", "unexpected argument for 'sample token'", "see 'sample token --help'"),
            ("--force accounts", "--force does not apply to 'sample accounts'", "see 'sample accounts --help'"),
        ]
    )
    func problems(line: String, message: String, hint: String) throws {
        let error = try #require(Sample.problem(line.split(separator: " ").map(String.init)))
        #expect(error.message == message)
        #expect(error.hint == hint)
    }

    @Test("an empty value or argument is wrong, as a script's unset variable gives it")
    func emptyValues() {
        #expect(Sample.problem(["token", "--account", ""])?.message == "--account needs a value that is not empty")
        #expect(Sample.problem(["accounts", "label", ""])?.message == "NAME must not be empty")
        #expect(Sample.problem([""])?.message == "unknown command")
    }

    @Test("the description of the sample has no problem, and a bad one is found out")
    func descriptions() {
        #expect(Sample.root.problems().isEmpty)
        let bad = Command(
            "bad",
            "Ends in a full stop.",
            groups: [OptionGroup([Sample.force.option, Sample.force.option])],
            arguments: [Sample.more.argument, Sample.name.argument]
        )
        #expect(bad.problems().count == 5)
    }
}
