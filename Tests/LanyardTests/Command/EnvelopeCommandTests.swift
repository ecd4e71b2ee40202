import Glibc
import Lanyard
import LanyardTestSupport
import Testing

/// The built command on a machine without a bus, with the store of sealed files.
@Suite("lanyard --store file", .startsPrograms)
struct EnvelopeCommandTests {
    private static let token = ["token", "-a", Name.alice, "--scope", Name.graph]
    private static let vault = ["token", "-a", Name.alice, "--scope", "https://vault.azure.net/.default"]

    private static func json(_ run: Run) throws -> JSONValue { try JSONValue.parse(Array(run.output.utf8)) }

    private static func files(_ stage: Stage, _ kind: String) -> [String] {
        stage.session.folder.contents.filter { $0.hasPrefix("state/lanyard/envelope/") && $0.hasSuffix(".\(kind)") }
    }

    @Test("sign-in, silent, guest tenant, rotation, offline and sign-out, and nothing of it readable in a file")
    func life() async throws {
        let stage = try await Stage.headless()
        for user in [Name.alice, Name.bob] { #expect(try await stage.signInAlone(user).status == 0) }
        let accounts = try Self.json(try await stage.alone("accounts", "-o", "json"))
        #expect(accounts.arrayValue?.count == 2)
        let guest = Self.token + ["-t", "fabrikam.example"]
        let first = try await stage.alone(guest)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try claims(of: Secret(String(first.output.dropLast())))["tid"]?.stringValue == Name.fabrikam)
        let rotated = try await stage.alone(guest + ["--force-refresh"])
        #expect(rotated.status == 0 && rotated.output != first.output)
        #expect(Self.files(stage, "durable").count == 2 && Self.files(stage, "volatile").count == 2)
        let grep = "grep -rlaE 'eyJ|refresh_token|alice' \"$XDG_STATE_HOME/lanyard/envelope\" | grep -v /accounts"
        #expect(try await stage.bare([grep]).output.isEmpty)
        #expect(try await stage.bare(["find \"$XDG_STATE_HOME\"/lanyard/envelope -perm /077"]).output.isEmpty)
        #expect(try await stage.alone("cache", "verify").output == "4 items, 2 accounts, nothing wrong\n")

        try stage.stopEmulator()
        #expect(try await stage.alone(guest).output == rotated.output)
        #expect(try await stage.alone(Self.vault).status == 8)
        #expect(try await stage.alone("logout", Name.alice).status == 0)
        #expect(Self.files(stage, "durable").count == 1)
        #expect(try await stage.alone("logout", "--all").status == 0)
        #expect(Self.files(stage, "durable").isEmpty && Self.files(stage, "volatile").isEmpty)
        #expect(try await stage.alone("accounts", "-o", "json").output == "[]\n")
    }

    @Test("64 processes that need one expired token make one request and get one answer")
    func manyProcesses() async throws {
        let stage = try await Stage.headless()
        #expect(try await stage.signInAlone(Name.alice).status == 0)
        let runs = try await withThrowingTaskGroup(of: Run.self) { group in
            for _ in 0..<64 { group.addTask { try await stage.alone(Self.vault, limitSeconds: 120) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for run in runs where run.status != 0 { Issue.record("\(run.errors)") }
        #expect(Set(runs.map(\.output)).count == 1)
        #expect(try await stage.count(grant: "refresh_token") == 1)
    }

    @Test("the first use is kept in config.ini; another store is refused then, and only memory is not")
    func pinned() async throws {
        let stage = try await Stage.headless()
        let configuration = stage.session.folder.read("config/lanyard/config.ini")
        #expect(configuration == "[lanyard]\nformat=1\nstore=file\nstore.key=file\n")
        #expect(try await stage.signInAlone(Name.alice).status == 0)
        let other = try await stage.alone(["accounts", "--store", "secret-service"])
        #expect(other.status == 2 && other.output.isEmpty)
        #expect(other.errors.contains("config.ini:3"))
        #expect(try await stage.alone(["accounts"], environment: ["LANYARD_STORE": "secret-service"]).status == 2)
        #expect(try await stage.alone(["accounts", "--store", "memory", "-o", "json"]).output == "[]\n")
        #expect(try await stage.alone("accounts").output.contains(Name.alice))
    }

    @Test("without being asked for, no command without a bus falls back to files")
    func noFallback() async throws {
        let stage = try await Stage(keyring: nil)
        #expect(try await stage.signInAlone(Name.alice).status == 7)
        #expect(try await stage.alone("accounts").status == 7)
        #expect(try await stage.alone("doctor", "--store", "file").status == 1)
        #expect(stage.session.folder.read("config/lanyard/config.ini") == nil)
        #expect(!stage.session.folder.contents.contains { $0.hasPrefix("state/lanyard/envelope") })
    }

    @Test("a lost, foreign or open key is an error that names the key; nothing is made anew, and signing out works")
    func keys() async throws {
        let stage = try await Stage.headless()
        let early = stage.session.folder.contents
        #expect(try await stage.alone("cache", "make-key").status != 0)
        #expect(stage.session.folder.contents == early)
        #expect(try await stage.signInAlone(Name.alice).status == 0)
        let id = try #require(
            try Self.json(try await stage.alone("cache", "stats", "-o", "json"))["key"]?["id"]?.stringValue
        )
        let spoil = [
            "mv \"$1\" \"$1.old\"": "store_key_missing",
            "cp \"$1\" \"$1.old\"; chmod 644 \"$1\"": "store_key_missing",
            "mv \"$1\" \"$1.old\"; ln -s \"$1.old\" \"$1\"": "store_key_missing",
            "mv \"$1\" \"$1.old\"; (umask 077; printf '%064d\\n' 7 >\"$1\")": "store_key_wrong",
            "mv \"$1\" \"$1.old\"; (umask 077; echo x >\"$1\")": "store_key_missing",
        ]
        for (script, code) in spoil {
            #expect(try await stage.bare([script, stage.keyFile]).status == 0)
            for words in [Self.token, ["login"], ["cache", "verify"], ["cache", "rekey"]] {
                let run = try await stage.alone(words + ["-o", "json"])
                #expect(run.status == 7 && run.output.isEmpty, "\(script) \(words)")
                let last = run.errors.split(separator: "\n").last ?? ""
                let error = try JSONValue.parse(Array(last.utf8))["error"]
                #expect(error?["code"]?.stringValue == code)
                #expect(error?["message"]?.stringValue?.contains(id) == true, "\(run.errors)")
                #expect(error?["hint"]?.stringValue?.isEmpty == false)
            }
            #expect(try await stage.alone("cache", "make-key").status == 7)
            let doctor = try await stage.alone("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("fail  store key"))
            #expect(
                try await stage.bare(["rm -f \"$1\"; mv \"$1.old\" \"$1\"; chmod 600 \"$1\"", stage.keyFile]).status
                    == 0
            )
            #expect(try await stage.alone(Self.token).status == 0)
        }
        #expect(unlink(stage.keyFile) == 0)
        #expect(try await stage.alone("logout", Name.alice).status == 0)
        #expect(Self.files(stage, "durable").isEmpty)
    }

    @Test("a service's credential is the key, a key among the sealed files is refused")
    func sources() async throws {
        let stage = try await Stage(keyring: nil)
        let folder = stage.session.folder.make("credentials")
        stage.session.folder.write("credentials/lanyard.key", String(repeating: "5a", count: 32) + "\n")
        chmod("\(folder)/lanyard.key", 0o400)
        var variables = ["LANYARD_STORE": "file", "CREDENTIALS_DIRECTORY": folder]
        variables["LANYARD_BROWSER"] = stage.browser(Name.alice)
        #expect(try await stage.alone(["login"], environment: variables).status == 0)
        #expect(stage.session.folder.read("config/lanyard/config.ini")?.contains("store.key=credential") == true)
        #expect(try await stage.alone(Self.token, environment: variables).status == 0)
        let doctor = try await stage.alone(["doctor"], environment: variables)
        #expect(doctor.output.contains("the systemd credential lanyard.key"))
        // Outside the unit the credential is not there, and nothing else is taken for it.
        let outside = try await stage.alone(Self.token)
        #expect(outside.status == 7 && outside.errors.contains("LoadCredential=lanyard.key"))
        let rekey = try await stage.alone(["cache", "rekey"], environment: variables)
        #expect(rekey.status == 7 && rekey.errors.contains("systemd"))
        let inside = try await stage.alone([
            "config", "set", "store.key_file", "\(stage.session.folder.path)/state/lanyard/k",
        ])
        #expect(inside.status == 0)
        let refused = try await stage.alone(["accounts"], environment: ["LANYARD_STORE_KEY": "file"])
        #expect(refused.status == 2 && refused.errors.contains("outside"))
    }

    @Test("the key may be an item of the keyring, which 'cache verify' of the keyring knows")
    func keyring() async throws {
        let stage = try await Stage()
        let variables = ["LANYARD_STORE": "file", "LANYARD_STORE_KEY": "secret-service"]
        #expect(try await stage.lanyard(["cache", "make-key"], environment: variables).status == 0)
        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(Self.files(stage, "durable").count == 1)
        #expect(try await stage.lanyard(Self.token).status == 0)
        #expect(try await stage.lanyard("cache", "rekey").output.hasPrefix("Sealed 2 files"))
        #expect(try await stage.lanyard(Self.token + ["--force-refresh"]).status == 0)
        try await stage.session.lockKeyring()
        let locked = try await stage.lanyard(Self.token + ["--no-input"])
        #expect(locked.status == 7 && locked.errors.contains("locked"))
        #expect(try await stage.lanyard("logout", "--all").status == 0)
    }

    @Test("a damaged, cut, swapped or newer file is named, kept and moved aside; a sign-in and a sign-out go on")
    func damaged() async throws {
        let stage = try await Stage.headless()
        #expect(try await stage.signInAlone(Name.bob).status == 0)
        let spoil = [
            "truncated": "truncate -s 40 \"$1\"", "foreign": "echo 'somebody else' >\"$1\"",
            "newer": "printf '\\002' | dd of=\"$1\" bs=1 seek=8 conv=notrunc status=none",
            "damaged": "printf '\\377' | dd of=\"$1\" bs=1 seek=60 conv=notrunc status=none",
        ]
        for (problem, script) in spoil {
            let before = Set(Self.files(stage, "durable"))
            #expect(try await stage.signInAlone(Name.alice).status == 0)
            let file = try #require(Set(Self.files(stage, "durable")).subtracting(before).first)
            #expect(try await stage.bare([script, "\(stage.session.folder.path)/\(file)"]).status == 0)
            let verify = try await stage.alone("cache", "verify", "-o", "json")
            #expect(verify.status == 1)
            let findings = try Self.json(verify)["findings"]?.arrayValue ?? []
            #expect(findings.first?["problem"]?.stringValue == problem, "\(verify.output)")
            #expect(try await stage.alone("token", "-a", Name.bob, "--scope", Name.graph).status == 0)
            if problem != "newer" { #expect(try await stage.signInAlone(Name.alice).status == 0) }
            #expect(try await stage.alone("cache", "repair", "--yes").status == 0)
            #expect(try await stage.alone("cache", "verify").status == 0)
            #expect(Self.files(stage, "quarantine").count == 1)
            if problem == "newer" { #expect(try await stage.signInAlone(Name.alice).status == 0) }
            #expect(try await stage.alone("logout", Name.alice).status == 0)
            #expect(Self.files(stage, "quarantine").isEmpty)
        }
    }

    @Test("on a full disk a renewal fails with its own error, and the sign-in is kept")
    func fullDisk() async throws {
        let stage = try await Stage.headless()
        #expect(try await stage.signInAlone(Name.alice).status == 0)
        let script = "{ ulimit -f 0; env --ignore-signal=XFSZ \"$@\"; echo \"rc=$?\"; } 2>&1 | cat"
        let full = try await stage.bare([script, Stage.program("lanyard")] + Self.token + ["--force-refresh"])
        #expect(full.output.contains("File too large") && full.output.contains("rc=7"), "\(full.output)")
        #expect(!full.output.contains("eyJ"))
        let next = try await stage.alone(Self.token + ["--force-refresh"])
        #expect(next.status == 0, "\(next.errors)")
        #expect(try await stage.alone("cache", "verify").status == 0)
    }

    private static var canMount: Bool { geteuid() == 0 && system("unshare -m true 2>/dev/null") == 0 }

    @Test(
        "a folder that cannot be written still gives kept tokens, and says why it gives no other",
        .enabled(if: canMount)
    )
    func readOnly() async throws {
        let stage = try await Stage.headless()
        #expect(try await stage.signInAlone(Name.alice).status == 0)
        let token = try await stage.alone(Self.token).output
        let script = """
            state=$XDG_STATE_HOME; exec unshare -m sh -c 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"' \
            "$state" "$@"
            """
        let kept = try await stage.bare([script, Stage.program("lanyard")] + Self.token)
        #expect(kept.status == 0 && kept.output == token, "\(kept.errors)")
        for words in [Self.token + ["--force-refresh"], ["login"]] {
            let run = try await stage.bare([script, Stage.program("lanyard")] + words)
            #expect([1, 7].contains(run.status) && run.errors.contains("Read-only file system"), "\(run.errors)")
        }
        let doctor = try await stage.bare([script, Stage.program("lanyard"), "doctor"])
        #expect(doctor.output.contains("fail  store folder"))
    }

    @Test("tokens in memory leave no file and need no keyring")
    func memory() async throws {
        let stage = try await Stage(keyring: nil)
        let run = try await stage.alone(
            ["token", "--interactive", "--scope", Name.graph, "--store", "memory"],
            environment: ["LANYARD_BROWSER": stage.browser(Name.alice)]
        )
        #expect(run.status == 0 && run.output.hasPrefix("eyJ"), "\(run.errors)")
        #expect(!stage.session.folder.contents.contains { $0.contains("accounts.json") || $0.contains("envelope") })
        #expect(try await stage.alone("accounts", "--store", "memory", "-o", "json").output == "[]\n")
    }
}
