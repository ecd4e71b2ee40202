import GLibBridge
import LanyardCore
import LanyardTestSupport
import Testing

/// What happens where another program owns the bus name than the one that the accounts were put into.
@Suite("Changed store", .startsPrograms)
struct ChangedStoreTests {
    private static func code(_ run: Run) -> String {
        let line = run.errors.split(separator: "\n").last { $0.hasPrefix("{") }.map(String.init) ?? ""
        return (try? JSONValue.parse(Array(line.utf8)))?["error"]?["code"]?.stringValue ?? run.errors
    }

    @Test("another provider's emptiness is no sign-out, and the way there and back is deliberate")
    func changed() async throws {
        let stage = try await Stage(keyring: nil)
        let keyring = try await stage.session.startKeyring()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.session.stopKeyring(keyring)
        let other = try await stage.session.startFake("{}")

        let token = ["token", "-a", Name.alice, "--scope", Name.graph, "--force-refresh", "-o", "json"]
        for words in [token, ["cache", "verify", "-o", "json"], ["logout", "--all", "-o", "json"]] {
            let run = try await stage.lanyard(words)
            #expect(run.status == 7)
            #expect(Self.code(run) == "store_changed", "\(words)")
            #expect(run.errors.contains("gnome-keyring") && run.errors.contains("lanyard cache adopt"))
        }
        let login = try await stage.signIn(Name.bob, ["-o", "json"])
        #expect(login.status == 7 && Self.code(login) == "store_changed")
        #expect(try await stage.lanyard("accounts").output.contains(Name.alice))
        #expect(try await stage.lanyard("doctor").output.contains("fail  store: "))
        #expect(try await stage.lanyard("config").output.contains("gnome-keyring-d"))
        #expect(try await stage.lanyard("cache", "stats").status == 7)
        #expect(try await stage.lanyard("cache", "adopt").status == 6)

        let adopt = try await stage.lanyard("cache", "adopt", "--yes")
        #expect(adopt.status == 0 && adopt.output.contains("Forgot \(Name.alice)"))
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
        #expect(try await stage.signIn(Name.bob).status == 0)

        try await stage.session.stopKeyring(other.child)
        _ = try await stage.session.startKeyring()
        let back = try await stage.lanyard([
            "token", "-a", Name.bob, "--scope", Name.graph, "--force-refresh", "-o", "json",
        ])
        #expect(back.status == 7 && Self.code(back) == "store_changed")
        #expect(try await stage.lanyard("cache", "adopt", "--yes").status == 0)
        #expect(try await stage.lanyard(token).status == 0)
    }

    @Test("a provider that was restarted is the same one, and an empty keyring in its place is not")
    func emptied() async throws {
        let stage = try await Stage(keyring: nil)
        let first = try await stage.session.startKeyring()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.session.stopKeyring(first)
        let second = try await stage.session.startKeyring()
        let token = ["token", "-a", Name.alice, "--scope", Name.graph, "--force-refresh", "-o", "json"]
        #expect(try await stage.lanyard(token).status == 0)

        try await stage.session.stopKeyring(second)
        #expect(try await stage.session.run(["sh", "-c", #"rm -r "$XDG_DATA_HOME"/keyrings"#]).status == 0)
        _ = try await stage.session.startKeyring()
        let run = try await stage.lanyard(token)
        #expect(run.status == 7 && Self.code(run) == "store_changed")
        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(try await stage.lanyard(token).status == 0)
    }
}
