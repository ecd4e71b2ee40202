import CommandLineKit
import Testing

@Suite("Completion")
struct CompleterTests {
    private let completer = Completer(Sample.root) { name in
        name == "accounts"
            ? [Candidate("alice@contoso.example", "Alice"), Candidate("bob@fabrikam.example", "Bob")] : []
    }

    private func values(_ words: String...) -> [String] { completer.complete(words).candidates.map(\.value) }

    @Test("commands are offered that begin as typed, hidden ones never")
    func commands() {
        #expect(values("") == ["token", "accounts", "exec"])
        #expect(values("s") == [])
        #expect(values("accounts", "l") == ["list", "label"])
        #expect(values("-o", "json", "-v", "t") == ["token"])
    }

    @Test("options that apply are offered, those given already only where they may be repeated")
    func options() {
        #expect(values("token", "--s") == ["--scope", "--size"])
        #expect(values("token", "--size", "3", "-s", "x", "--s") == ["--scope"])
        #expect(
            values("accounts", "set", "--") == [
                "--explicit-only", "--no-explicit-only", "--output", "--verbose", "--help",
            ]
        )
    }

    @Test("values are offered by their hint, attached ones too")
    func optionValues() {
        #expect(values("token", "-o", "") == ["text", "json"])
        #expect(values("token", "--output=j") == ["--output=json"])
        #expect(values("token", "-fva", "a") == ["alice@contoso.example"])
        #expect(values("accounts", "label", "") == ["alice@contoso.example", "bob@fabrikam.example"])
        #expect(completer.complete(["token", "--file", ""]).fallback == .files)
    }

    @Test("another program's command line is left to the shell")
    func foreign() {
        #expect(completer.complete(["exec", "-a", "bob", "--", "l"]).fallback == .commandLine(4))
        #expect(completer.complete(["exec", "kubectl", "get", ""]).fallback == .commandLine(1))
        #expect(completer.complete(["exec", "ku"]).fallback == .commandLine(1))
    }

    @Test("control characters out of a file never reach a shell's menu")
    func control() {
        let reply = CompletionReply(candidates: [
            Candidate("a\u{1b}[2J"), Candidate("b", "x\ny"), Candidate("c", "fine"),
        ])
        #expect(reply.text == ":none\nb\nc\tfine\n")
    }
}
