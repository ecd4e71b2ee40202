import GLibBridge
import Lanyard
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("lanyard cache", .startsPrograms)
struct CacheCommandTests {

    private static func json(_ run: Run) throws -> JSONValue { try JSONValue.parse(Array(run.output.utf8)) }

    private static func problems(_ run: Run) throws -> [String] {
        try json(run)["findings"]?.arrayValue?.compactMap { $0["problem"]?.stringValue } ?? []
    }

    /// The store of the stage, past the command.
    private static func store(_ stage: Stage) -> SecretServiceStore {
        SecretServiceStore(configuration: .init(busAddress: stage.session.busAddress))
    }

    /// The key of the only signed-in account.
    private static func key(_ stage: Stage) async throws -> AccountKey {
        let run = try await stage.lanyard("accounts", "-o", "json")
        let account = try #require(try json(run).arrayValue?.first)
        return AccountKey(
            homeAccountID: HomeAccountID(rawValue: account["home_account_id"]?.stringValue ?? ""),
            environment: account["environment"]?.stringValue ?? "",
            clientID: account["client_id"]?.stringValue ?? ""
        )
    }

    @Test("a sound cache is listed, counted and verified without a secret, also with no network")
    func sound() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try stage.stopEmulator()
        let list = try await stage.lanyard("cache", "list", "-o", "json")
        let entries = try #require(try Self.json(list).arrayValue)
        #expect(entries.compactMap { $0["kind"]?.stringValue }.sorted() == ["durable", "volatile"])
        #expect(entries.allSatisfy { $0["state"] == "sound" && $0["format"] == 1 })
        #expect(entries.allSatisfy { $0["home_account_id"]?.stringValue == Name.aliceID })
        let store = Self.store(stage)
        let key = try await Self.key(stage)
        for kind in [ItemKind.durable, .volatile] {
            let item = try #require(try await store.read(ItemQuery(kind: kind, key: key)).first)
            #expect(!list.output.contains(item.value.reveal()))
        }
        #expect(!list.output.contains("refresh_token") && !list.output.contains("eyJ"))
        let stats = try await stage.lanyard("cache", "stats", "-o", "json")
        let counts = try Self.json(stats)
        #expect(counts["provider"]?.stringValue == "gnome-keyring-d")
        #expect(counts["survives_reboot"] == true)
        #expect(counts["items"]?["durable"] == 1 && counts["items"]?["volatile"] == 1)
        let aliases = counts["collections"]?.arrayValue?.compactMap { $0["aliases"]?.arrayValue?.first?.stringValue }
        #expect(aliases?.sorted() == ["default", "session"])
        let verify = try await stage.lanyard("cache", "verify")
        #expect(verify.status == 0)
        #expect(verify.output == "2 items, 1 account, nothing wrong\n")
        let repair = try await stage.lanyard("cache", "repair")
        #expect(repair.status == 0 && repair.output == "nothing to repair\n")
    }

    @Test(
        "a damaged item is named, kept, moved aside with its bytes, and a second repair has nothing to do",
        arguments: [
            ("{\"version\":1,\"home", "truncated"), ("no document", "damaged"), ("{\"version\":99}", "newer"),
            ("{\"mine\":true}", "foreign"),
        ]
    )
    func damaged(text: String, problem: String) async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let key = try await Self.key(stage)
        let store = Self.store(stage)
        try await store.write(ItemID(kind: .durable, key: key), label: "x", value: Secret(text))

        let verify = try await stage.lanyard("cache", "verify", "-o", "json")
        #expect(verify.status == 1)
        #expect(try Self.problems(verify) == [problem])
        let refused = try await stage.lanyard("cache", "repair")
        #expect(refused.status == 6 && refused.errors.contains("--yes"))
        #expect(try await store.read(ItemQuery(kind: .durable, key: key)).map { $0.value.reveal() } == [text])

        let repair = try await stage.lanyard("cache", "repair", "--yes")
        #expect(repair.status == 0 && repair.output.contains("put aside"))
        #expect(try await store.read(ItemQuery(kind: .durable, key: key)).isEmpty)
        #expect(try await store.read(ItemQuery(kind: .quarantine, key: key)).map { $0.value.reveal() } == [text])
        #expect(try await stage.lanyard("cache", "verify").status == 0)
        #expect(try await stage.lanyard("cache", "repair").output == "nothing to repair\n")

        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(try await stage.lanyard("logout", Name.alice).status == 0)
        #expect(try await store.survey().isEmpty)
    }

    @Test(
        "logout works on an account whose item is damaged or newer, with no network",
        arguments: ["x", "{\"version\":99}"]
    )
    func logout(text: String) async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let store = Self.store(stage)
        try await store.write(ItemID(kind: .durable, key: try await Self.key(stage)), label: "x", value: Secret(text))
        try stage.stopEmulator()
        #expect(try await stage.lanyard("logout", Name.alice).status == 0)
        #expect(try await store.survey().isEmpty)
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
    }

    @Test("orphans, a lost index and files of killed processes are named and repaired")
    func leftOvers() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let store = Self.store(stage)
        let key = try await Self.key(stage)
        let bob = AccountKey(
            homeAccountID: HomeAccountID(rawValue: "b.c"),
            environment: key.environment,
            clientID: key.clientID
        )
        try await store.write(
            ItemID(kind: .volatile, key: bob),
            label: "x",
            value: Secret(
                #"{"version":1,"home_account_id":"b.c","environment":"\#(key.environment)","client_id":"\#(key.clientID)"}"#
            )
        )
        let touch = """
            state="$XDG_STATE_HOME/lanyard"; echo '{' >"$state/accounts.index"
            touch -d '1 hour ago' "$state/.accounts.index.999999999-1.new"
            """
        #expect(try await stage.session.run(["sh", "-c", touch]).status == 0)
        let verify = try await stage.lanyard("cache", "verify", "-o", "json")
        #expect(try Self.problems(verify).sorted() == ["index_damaged", "left_over", "orphan"])
        #expect(try await stage.lanyard("cache", "repair", "--yes").status == 0)
        #expect(try await stage.lanyard("cache", "verify").status == 0)
        #expect(try await stage.lanyard("accounts").output.contains(Name.alice))
    }

    @Test("a locked store gives its own answer to every one of them", arguments: ["list", "stats", "verify", "repair"])
    func locked(word: String) async throws {
        let stage = try await Stage(keyring: .locked)
        let run = try await stage.lanyard("cache", word)
        #expect(run.status == 7)
        #expect(run.errors.contains("locked"))
    }
}
