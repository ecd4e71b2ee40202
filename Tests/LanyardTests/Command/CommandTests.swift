import Glibc
import Lanyard
import LanyardTestSupport
import Testing

/// The built command in a private session with a real keyring and a running emulator.
@Suite("The lanyard command", .startsPrograms, .serialized)
struct CommandTests {
    @Test("two device code sign-ins, a guest's token, the same offline, and a sign-out")
    func stranger() async throws {
        let stage = try await Stage()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signInWithDeviceCode(user).status == 0) }
        let listed = try await stage.lanyard("accounts", "-o", "json")
        let accounts = try #require(try JSONValue.parse(Array(listed.output.utf8)).arrayValue)
        #expect(accounts.count == 2)
        let words = ["token", "-a", Name.alice, "-t", "fabrikam.example", "--scope", Name.graph]
        let first = try await stage.lanyard(words)
        #expect(first.status == 0, "\(first.errors)")
        let found = try claims(of: Secret(String(first.output.dropLast())))
        #expect(found["tid"]?.stringValue == Name.fabrikam)
        #expect(found["oid"]?.stringValue == "a11ce000-0000-4000-8000-0000000000f2")
        try stage.stopEmulator()
        #expect(try await stage.lanyard(words).output == first.output)
        let other = try await stage.lanyard("token", "-a", Name.bob, "--scope", "https://vault.azure.net/.default")
        #expect(other.status == 8)
        let search = try await stage.session.run(["secret-tool", "search", "--all", "lanyard", "1"])
        #expect(search.output.contains("label = Lanyard: alice@contoso.example (contoso.example, fabrikam.example)"))
        #expect(try await stage.lanyard("logout", "--all").status == 0)
        #expect(try await stage.session.run(["secret-tool", "search", "--all", "lanyard", "1"]).output.isEmpty)
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
    }

    @Test("B13 each named account gets its own token, whatever the default is")
    func ownToken() async throws {
        let stage = try await Stage()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signIn(user).status == 0) }
        for user in [Name.alice, Name.bob, Name.alice] {
            let token = try await stage.lanyard("token", "-a", user, "--scope", Name.graph).output.dropLast()
            #expect(
                try claims(of: Secret(String(token)))["upn"]?.stringValue?.lowercased().hasPrefix(user.prefix(4))
                    == true
            )
        }
        #expect(try await stage.lanyard("token", "--scope", Name.graph).status == 5)
        #expect(try await stage.lanyard("use", Name.bob, "--global").status == 0)
        let token = try await stage.lanyard("token", "--scope", Name.graph).output.dropLast()
        #expect(try claims(of: Secret(String(token)))["tid"]?.stringValue == Name.fabrikam)
    }

    @Test("B14 without a bus or a service the command fails within two seconds, each with its own sentence")
    func noStore() async throws {
        let session = try TestSession()
        let lanyard = Stage.program("lanyard")
        let bare = ["env", "-i", "PATH=/usr/bin:/bin", "HOME=\(session.folder.make("empty"))"]
        var sentences: Set<String> = []
        for command in [
            bare + [lanyard, "accounts"],
            bare + ["DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent", lanyard, "accounts"],
            [lanyard, "accounts"],
        ] {
            let run = try await session.run(command, limitSeconds: 2)
            #expect(run.status == 7, "\(command) \(run.errors)")
            #expect(run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 2)
            sentences.insert(String(run.errors.prefix { !$0.isNewline }))
        }
        #expect(sentences.count == 3)
        #expect(session.folder.contents.filter { $0.hasPrefix("empty/") }.isEmpty)
    }

    @Test("B14 the bus at its usual place in the runtime folder is found without a variable")
    func usualBus() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let run = try await stage.session.run(
            ["env", "-u", "DBUS_SESSION_BUS_ADDRESS", Stage.program("lanyard"), "accounts", "-o", "tsv"],
            environment: stage.environment()
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(Name.alice))
    }

    @Test("B15 a locked keyring is an error of its own, with no sign-in and nothing written")
    func locked() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.session.lockKeyring()
        let count = try await stage.requests().count
        for words in [
            ["token", "-a", Name.alice, "--scope", "https://vault.azure.net/.default"], ["logout", Name.alice],
        ] {
            let run = try await stage.lanyard(words + ["--no-input"], limitSeconds: 5)
            #expect(run.status == 7, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("locked"))
        }
        #expect(try await stage.requests().count == count)
    }

    @Test("B17 three commands that start together open one page and print the same token")
    func together() async throws {
        let stage = try await Stage()
        let log = "\(stage.session.folder.path)/opened"
        stage.session.folder.write(
            "browser",
            "#!/bin/sh\necho opened >>\(log)\nexec \(stage.browser(Name.alice)) \"$1\"\n"
        )
        chmod("\(stage.session.folder.path)/browser", 0o700)
        let tokens = try await withThrowingTaskGroup(of: Run.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await stage.lanyard(
                        ["token", "-a", Name.alice, "--scope", "User.Read", "--interactive"],
                        environment: ["LANYARD_BROWSER": "\(stage.session.folder.path)/browser"]
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for run in tokens { #expect(run.status == 0, "\(run.errors)") }
        #expect(Set(tokens.map(\.output)).count == 1)
        #expect(stage.session.folder.read("opened") == "opened\n")
    }

    @Test(
        "B18 a sign-in that nobody completes ends by its limit, by Ctrl-C with 130 and by SIGTERM",
        arguments: [
            ("INT", 130), ("TERM", -15), ("", 4),
        ]
    )
    func interrupted(signal: String, status: Int32) async throws {
        let stage = try await Stage()
        let lanyard = Stage.program("lanyard")
        // The shell waits for the line that says what is awaited, so that the signal comes in the middle.
        let script =
            signal.isEmpty
            ? "exec \(lanyard) login --timeout 2s"
            : """
            env --default-signal=INT \(lanyard) login --timeout 60s 2>"$HOME/err" & child=$!
            while ! grep -q waiting "$HOME/err" 2>/dev/null; do kill -0 $child || exit 99; done
            kill -\(signal) $child; wait $child; exit $?
            """
        let run = try await stage.session.run(
            ["sh", "-c", script],
            environment: stage.environment().merging(["LANYARD_BROWSER": "true"]) { $1 },
            limitSeconds: 20
        )
        #expect(run.status == (status < 0 ? 128 - status : status), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
    }

    @Test(
        "B18 Ctrl-C ends a wait for a device code and a wait for the authority with 130",
        arguments: [
            ("login --device-code", "waiting"), ("login", "opened"),
        ]
    )
    func interruptedLater(command: String, mark: String) async throws {
        let stage = try await Stage()
        let browser = stage.session.folder.path + "/browser"
        stage.session.folder.write(
            "browser",
            "#!/bin/sh\n\(stage.browser(Name.alice)) \"$1\" >/dev/null 2>&1 &\necho opened >>\"$HOME/err\"\n"
        )
        chmod(browser, 0o700)
        try await stage.control("fault", "add", "--grant", "authorization_code", "--hold", "reply")
        let script = """
            env --default-signal=INT \(Stage.program("lanyard")) \(command) 2>>"$HOME/err" & child=$!
            while ! grep -q \(mark) "$HOME/err" 2>/dev/null; do kill -0 $child || exit 99; done
            kill -INT $child; wait $child; exit $?
            """
        let run = try await stage.session.run(
            ["sh", "-c", script],
            environment: stage.environment().merging(["LANYARD_BROWSER": browser]) { $1 },
            limitSeconds: 20
        )
        #expect(run.status == 130, "\(run.errors)")
        try await stage.control("fault", "release", "reply")
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
    }

    @Test("B22 standard output is one JSON document, whatever the browser says")
    func pureOutput() async throws {
        let stage = try await Stage()
        stage.session.folder.write(
            "browser",
            "#!/bin/sh\necho Opening in existing browser session.\nexec \(stage.browser(Name.alice)) \"$1\"\n"
        )
        chmod("\(stage.session.folder.path)/browser", 0o700)
        let run = try await stage.lanyard(
            ["token", "--interactive", "-a", Name.alice, "--scope", "User.Read", "-o", "json"],
            environment: ["LANYARD_BROWSER": "\(stage.session.folder.path)/browser"]
        )
        #expect(run.status == 0, "\(run.errors)")
        let document = try JSONValue.parse(Array(run.output.utf8))
        #expect(document["expires_on"]?.integerValue != nil)
        #expect(document["expires_at"]?.stringValue?.hasSuffix("Z") == true)
        #expect(document["source"]?.stringValue == "interactive")
        #expect(run.output.hasSuffix("}\n") && !run.output.contains("\u{1b}"))
        let text = try await stage.lanyard("token", "-a", Name.alice, "--scope", "User.Read")
        #expect(text.output == (document["access_token"]?.stringValue ?? "") + "\n")
    }

    @Test("asked for one account and given another, the sign-in is refused and nothing is stored")
    func otherAccount() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let run = try await stage.lanyard(
            ["login", "-a", Name.alice],
            environment: ["LANYARD_BROWSER": stage.browser(Name.bob)]
        )
        #expect(run.status == 6, "\(run.errors)")
        #expect(try await stage.lanyard("accounts", "-o", "tsv").output.split(separator: "\n").count == 1)
    }

    @Test("a refusal as no member names the account that is one, and nobody else's token is given")
    func otherMember() async throws {
        let stage = try await Stage()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signIn(user).status == 0) }
        let run = try await stage.lanyard("token", "-a", Name.bob, "-t", "contoso.example", "--scope", Name.graph)
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("AADSTS50020"))
        #expect(run.errors.hasSuffix("hint: who is a member there: --account \(Name.alice)\n"))
    }
}
