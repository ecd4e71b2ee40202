import LanyardTesting
import Testing

@testable import LanyardCore

@Suite("Store mark")
struct StoreMarkTests {
    private static let other = StoreIdentity(provider: "other", collection: "/other")

    /// Alice, signed in.
    private static func signedIn() async throws -> Bench {
        let bench = Bench()
        _ = try await bench.signIn()
        return bench
    }

    private static func code(_ body: () async throws -> Void) async -> LanyardError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? LanyardError)?.code
        }
    }

    @Test("a sign-in notes the store, the last sign-out forgets it")
    func noted() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        #expect(cache.storedMark() == StoreIdentity(provider: "memory", collection: "memory"))
        let account = try #require(try await cache.index().accounts.first)
        try await cache.remove(account.key)
        #expect(cache.storedMark() == nil)
        await bench.store.become(Self.other, isEmpty: true)
        #expect(try await cache.index().accounts.isEmpty)
    }

    @Test("the emptiness of another store is no sign-out: every way to the accounts says so and the index stays")
    func changed() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        let account = try #require(try await cache.index().accounts.first)
        await bench.store.become(Self.other, isEmpty: true)
        let attempts: [() async throws -> Void] = [
            { _ = try await bench.silent(account, ["Mail.Read"]) },
            { try await cache.rebuildIndex() }, { try await cache.checkStore() },
            { _ = try await cache.audit() }, { _ = try await cache.update(account.key, .mustExist) { _, _ in } },
            { try await cache.remove(account.key) }, { try await cache.removeAll() },
        ]
        for attempt in attempts { #expect(await Self.code(attempt) == .storeChanged) }
        #expect(try await cache.index().accounts.map(\.key) == [account.key])
        #expect(cache.storedMark()?.provider == "memory")
    }

    @Test("a store with a new name that still has the accounts is the same one, and its new name is noted")
    func upgraded() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        await bench.store.become(Self.other, isEmpty: false)
        try await cache.checkStore()
        #expect(cache.storedMark() == Self.other)
    }

    @Test("the same store without anything in it is no sign-out either, but a new sign-in may go there")
    func emptied() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        let account = try #require(try await cache.index().accounts.first)
        await bench.store.become(StoreIdentity(provider: "memory", collection: "memory"), isEmpty: true)
        #expect(await Self.code { _ = try await bench.silent(account, ["Mail.Read"]) } == .storeChanged)
        try await cache.checkStore()
        // Signing out of what is not there forgets it.
        try await cache.remove(account.key)
        #expect(try await cache.index().accounts.isEmpty)
    }

    @Test("another store is taken on purpose, and then it is the right one")
    func adopted() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        await bench.store.become(Self.other, isEmpty: true)
        let (store, forgotten) = try await cache.adoptStore()
        #expect(store == Self.other)
        #expect(forgotten.count == 1)
        #expect(try await cache.index().accounts.isEmpty)
        try await cache.checkStore()
    }

    @Test("an account whose item is damaged stays in the index, so that it can be signed out by name")
    func damaged() async throws {
        let bench = try await Self.signedIn()
        let cache = bench.engine.cache
        let account = try #require(try await cache.index().accounts.first)
        try await bench.store.write(ItemID(kind: .durable, key: account.key), label: "", value: Secret("x"))
        #expect(await Self.code { _ = try await bench.silent(account, ["Mail.Read"]) } == .interactionRequired)
        #expect(try await cache.index().accounts.map(\.needsSignIn) == [true])
        #expect(try await cache.remove(account.key) > 0)
        #expect(try await cache.index().accounts.isEmpty)
    }

    @Test("a damaged note is as good as none, and a hidden provider fits", arguments: ["", "x", #"{"version":2}"#])
    func note(text: String) {
        #expect(StoreMark(bytes: Array(text.utf8)) == nil)
        let mark = StoreMark(StoreIdentity(provider: "a", collection: "/c"))
        #expect(StoreMark(bytes: mark.bytes) == mark)
        #expect(mark.fits(StoreIdentity(provider: "", collection: "/c")))
        #expect(!mark.fits(StoreIdentity(provider: "a", collection: "/d")))
    }
}
