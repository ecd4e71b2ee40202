import Glibc
import Lanyard
import LanyardTestSupport
import Testing

/// Directories, pins and the terminal, with the built command, a real keyring and a running emulator.
@Suite("The lanyard command in directories", .startsPrograms, .serialized)
struct DirectoryTests {
    private static let mia = "mia@outlook.example"

    private func run(_ stage: Stage, in directory: String, _ words: [String]) async throws -> Run {
        try await stage.session.run(
            ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", directory, Stage.program("lanyard")] + words,
            environment: stage.environment()
        )
    }

    private func name(in token: String) throws -> String {
        let claims = try claims(of: Secret(String(token.dropLast())))
        return (claims["upn"] ?? claims["preferred_username"] ?? claims["unique_name"])?.stringValue?.lowercased() ?? ""
    }

    @Test("three accounts in four directories: the right one in each, and none in a hostile clone")
    func directories() async throws {
        let stage = try await Stage()
        let users = [Name.alice, Name.bob, Self.mia]
        for user in users {
            let words = user == Self.mia ? ["-t", "consumers"] : []
            let run = try await stage.signIn(user, words)
            #expect(run.status == 0, "\(run.errors)")
        }
        let folder = stage.session.folder
        let homes = users.map { folder.make("work-\($0.prefix(3))") }
        for (user, home) in zip(users, homes) {
            #expect(try await run(stage, in: home, ["use", user, "--dir"]).status == 0)
        }
        let below = folder.make("work-bob/below")
        for (user, home) in zip(users + [Name.bob], homes + [below]) {
            let token = try await run(stage, in: home, ["token", "--scope", Name.graph, "--why", "-o", "json"])
            #expect(token.status == 0, "\(token.errors)")
            let document = try JSONValue.parse(Array(token.output.utf8))
            #expect(document["account"]?["username"]?.stringValue == user, "\(home)")
            // A personal account's token is opaque.
            if user != Self.mia, let text = document["access_token"]?.stringValue {
                #expect(try name(in: text + "\n").hasPrefix(user.prefix(3)), "\(home)")
            }
            #expect(token.errors.contains("using \(user)"))
            #expect(token.errors.contains(".lanyard"))
        }
        let clone = folder.make("clone")
        folder.write("clone/.lanyard", "account = \(Name.bob)\n")
        #expect(try await stage.lanyard("use", Name.alice, "--global").status == 0)
        let hostile = try await run(stage, in: clone, ["token", "--scope", Name.graph])
        #expect(hostile.status == 6)
        #expect(hostile.output.isEmpty)
        #expect(hostile.errors.contains("lanyard allow"))
        // A pull that changes an approved pin stops as well.
        folder.write("work-ali/.lanyard", "account = \(Name.bob)\n")
        #expect(try await run(stage, in: homes[0], ["token", "--scope", Name.graph]).status == 6)
        let state = folder.contents.filter { $0.hasSuffix("history.json") }
        #expect(state.count == 1)
        for file in state { #expect(folder.read(file)?.contains("eyJ") == false) }
    }

    @Test(
        "at a terminal one picks with keys, and the terminal is as before however it ends",
        arguments: [("\\033[B\\r", "0", Name.bob), ("fab\\r", "0", Name.bob), ("\\003", "130", ""), ("\\033", "5", "")]
    )
    func picker(keys: String, status: String, user: String) async throws {
        let stage = try await Stage()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signIn(user).status == 0) }
        let script = """
            cd "$HOME"; : >screen
            printf '%s\\n' 'stty -a >before' '"$1" token --scope "$2" >token; echo $? >status; stty -a >after' >inside
            (while ! grep -q 'Esc stops' screen; do [ -e status ] && exit; done; printf '\(keys)') |
                script -qfec 'sh inside '"$1 $2" screen >/dev/null
            cmp before after && cat status token
            """
        let run = try await stage.session.run(
            ["sh", "-c", script, "sh", Stage.program("lanyard"), Name.graph],
            environment: stage.environment().merging(["TERM": "xterm"]) { $1 },
            limitSeconds: 30
        )
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == status, "\(run.output) \(run.errors)")
        if user.isEmpty {
            #expect(lines.count == 1)
        } else {
            #expect(try name(in: (lines.last ?? "") + "\n").hasPrefix(user.prefix(3)))
        }
    }
}
