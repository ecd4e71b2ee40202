import LanyardTestSupport
import Testing

/// The functions of `lanyard hook` in real shells.
@Suite("The lanyard command in a shell", .startsPrograms, .serialized)
struct ShellTests {
    /// A shell, and the words that load the functions and print the prompt in it.
    struct Shell: Sendable, CustomTestStringConvertible {
        let words: [String]
        let load: String
        let prompt: String

        var testDescription: String { words[0] }

        static let all = [
            Shell(
                words: ["bash", "--norc", "-c"],
                load: #"PS1='> '; eval "$(lanyard hook bash)""#,
                prompt: #"printf '%s\n' "${PS1@P}""#
            ),
            Shell(
                words: ["zsh", "-f", "-c"],
                load: #"PS1='> '; eval "$(lanyard hook zsh)""#,
                prompt: #"print -P -- "$PS1""#
            ),
            Shell(
                words: ["fish", "--no-config", "-c"],
                load: "function fish_prompt; printf '> '; end; lanyard hook fish | source",
                prompt: "fish_prompt; echo"
            ),
        ]
    }

    @Test(
        "the prompt shows the directory's account, then the shell's own, and a change is the shell's alone",
        arguments: Shell.all
    )
    func hook(shell: Shell) async throws {
        let stage = try await Stage()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signIn(user).status == 0) }
        // A label that a shell might read as more than text.
        #expect(try await stage.lanyard("accounts", "label", Name.bob, "50%n$(id)").status == 0)
        let folder = stage.session.folder
        let (pinned, strange) = (folder.make("pinned"), folder.make("strange"))
        folder.write("strange/.lanyard", "account = \(Name.bob)\n")
        let script = """
            \(shell.load)
            \(shell.prompt)
            cd '\(pinned)'; lanyard use \(Name.alice) --dir >/dev/null; \(shell.prompt)
            cd '\(strange)'; \(shell.prompt)
            lanyard-use nobody 2>/dev/null; \(shell.prompt)
            lanyard-use \(Name.bob) -t fabrikam.example; \(shell.prompt)
            cd '\(pinned)'; lanyard which
            lanyard-use; \(shell.prompt)
            """
        let path = String(Stage.program("lanyard").dropLast("/lanyard".count))
        let run = try await stage.session.run(
            ["sh", "-c", #"PATH="$0:$PATH" exec "$@""#, path] + shell.words + [script],
            environment: stage.environment()
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.split(separator: "\n").map(String.init) == [
                "> ",
                "(\(Name.alice)) > ",
                "(pin not approved) > ",
                "(pin not approved) > ",
                "(50%n$(id) in fabrikam.example) > ",
                "using \(Name.bob) [50%n$(id)] (tenant fabrikam.example): named by LANYARD_ACCOUNT",
                "(\(Name.alice)) > ",
            ]
        )
    }
}
