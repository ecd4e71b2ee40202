import GLibBridge
import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("Locked collections and items", .startsPrograms)
struct LockedTests {
    /// A script with one durable item; `more` is put before its items.
    static func script(_ more: String, item: String = "") -> String {
        """
        {\(more), "items": [{"value": "token"\(item), "attributes": \(attributes)}]}
        """
    }

    static let attributes = """
        {"lanyard": "1", "kind": "durable", "partition": "default", "client": "04b07795-8ddb-461a-bbee-02f9e1bf7b46",
         "cloud": "login.microsoftonline.com", "account": "e8eaa5d2b5ee4e9b3dc4a5a29e26f4f0"}
        """

    static let closed = #""collections": {"login": {"locked": true}}"#
    static let open = #""collections": {"login": {"locked": false}}"#
    static let everybody = ItemQuery(kind: .durable)
    static let patient = PromptPolicy.ask(limit: .seconds(60))

    @Test("a dismissed prompt is its own answer, and nobody is asked twice")
    func dismissed() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "dismissed""#))
        let store = session.store(Self.patient)
        for _ in 0..<2 {
            await #expect(throws: LanyardError(.storeDismissed, "")) { try await store.read(Self.everybody) }
        }
        await #expect(throws: LanyardError(.storeDismissed, "")) {
            try await store.write(.durable(), label: "x", value: Secret("x"))
        }
        #expect(fake.count("Prompt") == 1)
        #expect(fake.count("CreateItem") == 0)
    }

    @Test("an answered prompt gives the item, after exactly one prompt", arguments: [false, true])
    func unlocked(hidesItems: Bool) async throws {
        let session = try TestSession()
        let fake = try await session.startFake(
            Self.script(#"\#(Self.closed), "unlock": "done", "hideLocked": \#(hidesItems)"#)
        )
        let store = session.store(Self.patient)
        #expect(try await store.read(Self.everybody).map(\.value) == [Secret("token")])
        #expect(fake.count("Prompt") == 1)
        #expect(fake.calls("Unlock").first?.contains("collection/login'") == true)
    }

    @Test("a locked item of an open collection is unlocked by its own path", arguments: [false, true])
    func lockedItem(isListed: Bool) async throws {
        let session = try TestSession()
        let fake = try await session.startFake(
            Self.script(
                #"\#(Self.open), "unlock": "done", "listLocked": \#(isListed), "partlyLocked": true"#,
                item: #", "locked": true"#
            )
        )
        let store = session.store(Self.patient)
        #expect(try await store.read(Self.everybody).map(\.value) == [Secret("token")])
        #expect(fake.count("Prompt") == 1)
        #expect(fake.calls("Unlock").first?.contains("collection/login/i1") == true)
    }

    @Test("with prompts off, locked fails at once and no prompt is shown")
    func refused() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "done""#))
        await #expect(throws: LanyardError(.storeLocked, "")) { try await session.store().read(Self.everybody) }
        #expect(fake.count("Prompt") == 0)
    }

    @Test("what unlocks without a prompt is unlocked also where prompts are off")
    func free() async throws {
        let session = try TestSession()
        _ = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "free""#))
        #expect(try await session.store().read(Self.everybody).map(\.value) == [Secret("token")])
    }

    @Test("a wallet that is open although it says locked is unlocked without asking", arguments: ["login", "other"])
    func wallet(name: String) async throws {
        let session = try TestSession()
        let fake = try await session.startFake(
            Self.script(#"\#(Self.closed), "unlock": "done", "wallet": "\#(name)""#)
        )
        let store = session.store()
        if name == "login" {
            #expect(try await store.read(Self.everybody).map(\.value) == [Secret("token")])
        } else {
            await #expect(throws: LanyardError(.storeLocked, "")) { try await store.read(Self.everybody) }
            #expect(fake.count("Prompt") == 0)
        }
    }

    @Test("a prompt may outlast the bound of a call, and ends after its own")
    func silentPrompt() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "silent""#))
        let announced = Lock(0)
        let store = session.store(.ask(limit: .milliseconds(1700)), callLimit: .milliseconds(1500)) {
            announced.withLock { $0 += 1 }
        }
        let error = await #expect(throws: LanyardError.self) { try await store.read(Self.everybody) }
        #expect(error?.code == .storeTimedOut)
        #expect(error?.message.contains("nobody answered") == true)
        #expect(announced.withLock { $0 } == 1)
        #expect(fake.count("Prompt") == 1)
    }

    @Test("a prompt whose provider goes away ends")
    func goneDuringPrompt() async throws {
        let session = try TestSession()
        _ = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "gone""#))
        await #expect(throws: LanyardError(.storeNoProvider, "")) {
            try await session.store(Self.patient).read(Self.everybody)
        }
    }

    @Test("tasks that meet the same lock share one prompt")
    func shared() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "done""#))
        let store = session.store(Self.patient)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try await store.read(Self.everybody).count } }
            for try await count in group { #expect(count == 1) }
        }
        #expect(fake.count("Prompt") == 1)
    }

    @Test("a cancelled wait for a prompt ends at once and dismisses it")
    func cancelled() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(Self.script(#"\#(Self.closed), "unlock": "silent""#))
        let shown = AsyncStream<Void>.makeStream()
        let store = session.store(Self.patient) { shown.continuation.yield() }
        let task = Task { try await store.read(Self.everybody) }
        for await _ in shown.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let deadline = Deadline(in: .seconds(20))
        while fake.count("Dismiss") == 0, !deadline.hasPassed { try await GLibActor.sleep(.milliseconds(2)) }
        #expect(fake.count("Dismiss") == 1)
    }
}
