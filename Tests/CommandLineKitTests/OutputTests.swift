import CommandLineKit
import Recording
import Testing

@Suite("Help, completion and manual")
struct OutputTests {
    @Test(
        "help is as recorded",
        arguments: [
            ([], 80), (["token"], 80), (["token"], 50), (["accounts"], 80), (["accounts", "label"], 80), (["exec"], 80),
        ]
    )
    func help(words: [String], width: Int) throws {
        let page = HelpPage(CommandPath(root: Sample.root).following(words).path, width: width)
        try expectRecorded(page.text, as: (["help"] + words + ["\(width)"]).joined(separator: "-") + ".txt")
    }

    @Test("no line of help is wider than the terminal", arguments: [40, 60, 80, 100])
    func width(width: Int) {
        for words in [[], ["token"], ["accounts", "label"]] {
            let page = HelpPage(CommandPath(root: Sample.root).following(words).path, width: width)
            let widest = page.text.split(separator: "\n").filter { !$0.contains("$ ") }.map(\.count).max() ?? 0
            #expect(widest <= width)
        }
    }

    @Test("help has escapes only where it is asked for")
    func style() {
        let path = CommandPath(root: Sample.root)
        #expect(!HelpPage(path).text.contains("\u{1b}"))
        #expect(HelpPage(path, isStyled: true).text.contains("\u{1b}[1mUsage:\u{1b}[0m"))
    }

    @Test("completion scripts are as recorded", arguments: CompletionScript.allCases)
    func scripts(shell: CompletionScript) throws {
        try expectRecorded(shell.text(program: "my-sample"), as: "completion.\(shell.rawValue)")
    }

    @Test("manual pages are as recorded")
    func manual() throws {
        let pages = ManualPage(CommandPath(root: Sample.root), source: "sample 1.0").tree
        #expect(pages.map(\.fileName).contains("sample-accounts-label.1"))
        #expect(!pages.map(\.fileName).contains("sample-secret-thing.1"))
        try expectRecorded(pages.map(\.text).joined(), as: "manual.roff")
    }
}
