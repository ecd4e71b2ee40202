import LanyardCore
import LanyardTesting
import Testing

/// B09 of the bug list: what is stored is blank or damaged, and the commands that would mend it still work.
@Suite("Damaged items")
struct DamagedCacheTests {
    private static let key = AccountKey(
        homeAccountID: Bench.aliceID,
        environment: "login.microsoftonline.com",
        clientID: Bench.clientID
    )

    private func bench(with value: String) async throws -> Bench {
        let bench = Bench()
        try await bench.store.write(ItemID(kind: .durable, key: Self.key), label: "x", value: Secret(value))
        return bench
    }

    @Test("B09 a blank item reads as no account, without a word", arguments: ["", " ", "{}", "\u{feff}{}", "\n\t"])
    func blank(value: String) async throws {
        let bench = try await bench(with: value)
        #expect(try await bench.engine.cache.index().accounts.isEmpty)
        #expect(bench.warnings.lines.isEmpty)
        try await bench.signIn()
        #expect(try await bench.engine.cache.index().accounts.count == 1)
    }

    @Test(
        "B09 a damaged item is passed over with one warning, kept by the next sign-in, and gone after a sign-out of all",
        arguments: [
            #"{"Account":{}}{"Account":{}}"#, #"{"AccessToken":{"a":"#, "[]", #"{"RefreshToken":"x"}"#,
        ]
    )
    func damaged(value: String) async throws {
        let bench = try await bench(with: value)
        #expect(try await bench.engine.cache.index().accounts.isEmpty)
        #expect(bench.warnings.lines.count == 1)
        #expect(!bench.warnings.lines[0].contains("RefreshToken"))
        try await bench.signIn()
        #expect(try await bench.engine.cache.index().accounts.count == 1)
        let aside = try await bench.store.read(ItemQuery(kind: .quarantine))
        #expect(aside.map { $0.value.reveal() } == [value])
        #expect(try await bench.engine.cache.removeAll() == 3)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test("B09 signing everybody out works on any item", arguments: ["", "{", "[]"])
    func signOut(value: String) async throws {
        let bench = try await bench(with: value)
        #expect(try await bench.engine.cache.removeAll() == 1)
    }

    @Test("an item of a newer form is neither read nor written over")
    func newer() async throws {
        let bench = try await bench(with: #"{"version":9,"home_account_id":"x"}"#)
        #expect(try await bench.engine.cache.index().accounts.isEmpty)
        #expect(await failure { try await bench.signIn() }?.code == .storeUnreadable)
        let kept = try await bench.store.read(ItemQuery(kind: .durable))
        #expect(kept.map { $0.value.reveal() } == [#"{"version":9,"home_account_id":"x"}"#])
    }

    @Test("members that this version does not know are written back")
    func unknownMembers() async throws {
        let bench = Bench()
        let account = try await bench.signIn().account
        var stored = try #require(await bench.engine.cache.record(account.key))
        stored.other = ["future": ["a": 1]]
        try await bench.store.write(ItemID(kind: .durable, key: account.key), label: "x", value: stored.stored)
        try await bench.engine.cache.update(account.key, .mustExist) { record, _ in record.label = "alice" }
        #expect(try await bench.engine.cache.record(account.key)?.other == ["future": ["a": 1]])
    }

    @Test("a damaged index file is made anew from the items")
    func damagedIndex() async throws {
        let bench = Bench()
        try await bench.signIn()
        for bytes in ["", "{", #"{"version":9}"#, #"{"version":1,"accounts":[{}]}"#] {
            bench.files.write("accounts.index", Array(bytes.utf8))
            #expect(try await bench.engine.cache.index().accounts.map(\.username) == ["alice@contoso.example"])
        }
    }
}
