import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("The diagnosis", .startsPrograms)
struct StatusTests {
    @Test("an open keyring is described with its owner, its collections and what they keep")
    func open() async throws {
        let session = try await TestSession.withKeyring()
        let status = await session.store().status()
        #expect(status.problem == nil)
        #expect(status.owner?.name == "gnome-keyring-d")
        #expect(status.defaultCollection?.hasSuffix("/login") == true)
        #expect(status.sessionCollection?.hasSuffix("/session") == true)
        #expect(status.collections.count == 2)
        #expect(status.survivesReboot)
        #expect(status.timings.map(\.step) == ["connect", "open", "collections", "search"])
    }

    @Test("a locked keyring is described without a prompt")
    func locked() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(#"{"collections": {"login": {"locked": true}}, "unlock": "done"}"#)
        let status = await session.store(.ask(limit: .seconds(60))).status()
        #expect(status.problem == LanyardError(.storeLocked, ""))
        #expect(status.isLocked)
        #expect(fake.count("Unlock") == 0)
        #expect(fake.count("Prompt") == 0)
    }

    @Test("what is missing is the problem: bus, provider, default collection")
    func missing() async throws {
        let nowhere = await SecretServiceStore(configuration: .init(busAddress: "")).status()
        #expect(nowhere.problem == LanyardError(.storeNoBus, ""))
        let session = try TestSession()
        let store = session.store()
        #expect(await store.status().problem == LanyardError(.storeNoProvider, ""))
        _ = try await session.startFake(
            #"{"collections": {"session": {"locked": false}}, "aliases": {"default": "session", "session": "session"}}"#
        )
        let memory = await store.status()
        #expect(memory.problem == nil)
        #expect(!memory.survivesReboot)
    }

    @Test("an item is described by its label and all of its attributes")
    func details() async throws {
        let session = try await TestSession.withKeyring()
        let store = session.store()
        try await store.write(.durable(), label: "Lanyard: alice", value: Secret("1"))
        let handle = try #require(try await store.read(.durable()).first?.handle)
        let details = try await store.details(of: handle)
        #expect(details.label == "Lanyard: alice")
        #expect(details.attributes["kind"] == "durable")
        #expect(details.attributes["account"]?.count == 32)
    }
}
