import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Output")
struct OutputTests {
    @Test("a table has columns as wide as their widest cell and no blanks at the end")
    func table() {
        let lines = Table.lines(["A", "B", "C"], [["long cell", "x", ""], ["y", "", "z"]], bold: false)
        #expect(lines == ["A          B  C", "long cell  x", "y             z"])
    }

    @Test("in a narrow terminal only cells that may be cut are, the longest first, and never to nothing")
    func narrow() {
        let rows = [["alice@contoso.example", "contoso.example", "fabrikam.example, northwind.example", "in"]]
        func lines(_ width: Int?) -> [String] {
            Table.lines(["A", "HOME", "GUEST", "S"], rows, bold: false, width: width, cut: [1, 2])
        }
        let whole = lines(nil)
        #expect(whole[1].count == 79 && lines(79) == whole && lines(200) == whole)
        #expect(lines(60)[1] == "alice@contoso.example  contoso.example  fabrikam.exampl…  in")
        #expect(lines(50)[1] == "alice@contoso.example  contoso.e…  fabrikam.…  in")
        #expect(lines(10)[1] == "alice@contoso.example  contoso.…  fabrikam…  in")
    }

    @Test("a list of accounts fits its terminal, and is whole where it is read by a program")
    func narrowAccounts() async {
        let people = FakeService([Person.alice, Person.bob, Person.admin])
        let shown = await Bench(["TERM": "dumb"], terminals: [.output], service: people).run("accounts").output
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 90 } && shown.contains("…"))
        #expect(!(await Bench(service: people).run("accounts").output.contains("…")))
    }

    @Test("tab-separated cells never break a line or a column")
    func tabbed() {
        #expect(Table.tabbed(["a\tb", "c\nd", "e\\f", ""]) == "a\\tb\tc\\nd\te\\\\f\t")
    }

    @Test(
        "the version in all forms",
        arguments: [
            ("text", "lanyard \(Version.number)\n"), ("tsv", "\(Version.number)\n"),
            ("json", "{\"version\":\"\(Version.number)\"}\n"),
        ]
    )
    func version(format: String, text: String) async {
        let result = await Bench().run("version -o \(format)")
        #expect(result == Bench.Result(code: 0, output: text, error: ""))
        let flag = await Bench().run("--version -o \(format)")
        #expect(flag == result)
    }

    @Test("folders follow the XDG variables, unless those are relative")
    func paths() {
        let paths = Paths(
            Environment(["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "rel", "XDG_RUNTIME_DIR": "/r"])
        )
        #expect(paths.configuration == "/c/lanyard")
        #expect(paths.state == "/h/.local/state/lanyard")
        #expect(paths.runtime == "/r/lanyard")
        let own = Paths(Environment(["HOME": "/h", "LANYARD_CONFIG_DIR": "/x", "LANYARD_STATE_DIR": "/y"]))
        #expect(own.configuration == "/x")
        #expect(own.runtime == "/y")
    }

    @Test("completion offers commands, and profiles from the configuration file")
    func completion() async throws {
        let bench = Bench()
        try bench.write("[profile work]\ntenant=x.example\n", to: bench.configurationFile)
        let commands = await bench.run(["__complete", "--", "conf"])
        #expect(commands.output == ":none\nconfig\tShow and change settings\n")
        let profiles = await bench.run(["__complete", "--", "config", "-p", ""])
        #expect(profiles.output == ":none\nwork\n")
        try bench.write("damaged", to: bench.configurationFile)
        let damaged = await bench.run(["__complete", "--", "config", "-p", ""])
        #expect(damaged == Bench.Result(code: 0, output: ":none\n", error: ""))
    }
}
