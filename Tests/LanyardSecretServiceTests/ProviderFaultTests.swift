import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("Providers that fail", .startsPrograms)
struct ProviderFaultTests {
    static let attributes = LockedTests.attributes

    @Test(
        "a provider that hangs is given up within the bound",
        arguments: ["OpenSession", "ReadAlias", "Get", "SearchItems"]
    )
    func hangs(method: String) async throws {
        let session = try TestSession()
        _ = try await session.startFake(#"{"hang": ["\#(method)"]}"#)
        let store = session.store(callLimit: .milliseconds(300))
        let clock = ContinuousClock()
        let time = await clock.measure {
            await #expect(throws: LanyardError(.storeTimedOut, "")) { try await store.read(.durable()) }
        }
        // What the bound promises is 300 ms; the rest is for a machine that does other things.
        #expect(time < .seconds(10))
    }

    @Test("a provider that hangs over a change is given up", arguments: ["CreateItem", "SetSecret", "Delete"])
    func hangsOverChange(method: String) async throws {
        let session = try TestSession()
        _ = try await session.startFake(#"{"hang": ["\#(method)"]}"#)
        let store = session.store(callLimit: .milliseconds(1000))
        await #expect(throws: LanyardError(.storeTimedOut, "")) {
            try await store.write(.durable(), label: "x", value: Secret("1"))
            try await store.write(.durable(), label: "x", value: Secret("2"))
            try await store.delete(.durable())
        }
    }

    @Test("no default collection is an answer of its own; access tokens have theirs")
    func noDefaultCollection() async throws {
        let session = try TestSession()
        _ = try await session.startFake(
            #"{"collections": {"session": {"locked": false}}, "aliases": {"session": "session"}}"#
        )
        let store = session.store()
        await #expect(throws: LanyardError(.storeNoDefaultCollection, "")) { try await store.read(.durable()) }
        await #expect(throws: LanyardError(.storeNoDefaultCollection, "")) {
            try await store.write(.durable(), label: "x", value: Secret("1"))
        }
        try await store.write(.volatile(), label: "x", value: Secret("1"))
        #expect(try await store.read(.volatile()).map(\.value) == [Secret("1")])
    }

    @Test("without a memory-only collection no access token is written to the disk's")
    func noVolatileCollection() async throws {
        let session = try TestSession()
        let fake = try await session.startFake("{}")
        let store = session.store()
        #expect(try await store.hasVolatileCollection() == false)
        #expect(try await store.read(.volatile()).isEmpty)
        await #expect(throws: LanyardError(.storeFailed, "")) {
            try await store.write(.volatile(), label: "x", value: Secret("1"))
        }
        #expect(fake.count("CreateItem") == 0)
    }

    @Test(
        "a provider that is killed in the middle and comes back is asked once more",
        arguments: ["SearchItems", "GetSecrets", "Get"]
    )
    func restarts(method: String) async throws {
        let session = try TestSession()
        let items = #""items": [{"value": "token", "attributes": \#(Self.attributes)}]"#
        let first = try await session.startFake(#"{"die": {"\#(method)": 1}, \#(items)}"#)
        let store = session.store()
        async let answer = store.read(ItemQuery(kind: .durable))
        try await first.child.ended()
        _ = try await session.startFake("{\(items)}")
        // The second try may come before the successor has the name; then the next operation has to work.
        let found = try? await answer
        #expect(found.map { $0.map(\.value) == [Secret("token")] } ?? true)
        #expect(try await store.read(ItemQuery(kind: .durable)).map(\.value) == [Secret("token")])
    }

    @Test("a provider that keeps what it was told to delete is found out")
    func keepsDeleted() async throws {
        let session = try TestSession()
        _ = try await session.startFake(
            #"{"keepDeleted": true, "items": [{"value": "x", "attributes": \#(Self.attributes)}]}"#
        )
        await #expect(throws: LanyardError(.storeFailed, "")) {
            try await session.store().delete(ItemQuery(kind: .durable))
        }
    }

    @Test("a label that cannot be changed does not fail the write")
    func labels() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(#"{"fail": {"Set": "org.freedesktop.DBus.Error.PropertyReadOnly"}}"#)
        let store = session.store()
        try await store.write(.durable(), label: "before", value: Secret("1"))
        try await store.write(.durable(), label: "after", value: Secret("2"))
        try await store.write(.durable(), label: "after", value: Secret("3"))
        #expect(try await store.read(.durable()).map(\.value) == [Secret("3")])
        #expect(fake.count("Set") == 1)
        #expect(fake.count("CreateItem") == 1)
        #expect(fake.count("SetSecret") == 2)
    }

    @Test("duplicates are folded into one by the next write")
    func duplicates() async throws {
        let session = try TestSession()
        let seed = try await session.startFake("{}")
        let store = session.store()
        try await store.write(.durable(), label: "x", value: Secret("1"))
        let attributes = try #require(seed.createdAttributes)
        try await session.stopKeyring(seed.child)
        let item = #"{"value": "old", "attributes": \#(attributes)}"#
        let fake = try await session.startFake(#"{"items": [\#(item), \#(item), \#(item)]}"#)
        #expect(try await store.read(.durable()).count == 3)
        try await store.write(.durable(), label: "x", value: Secret("new"))
        #expect(try await store.read(.durable()).map(\.value) == [Secret("new")])
        #expect(fake.count("Delete") == 2)
    }

    @Test("a change that is confirmed by itself needs nobody, one that asks a person is given up")
    func confirmation() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(#"{"confirm": "done"}"#)
        let store = session.store()
        try await store.write(.durable(), label: "x", value: Secret("1"))
        #expect(try await store.read(.durable()).map(\.value) == [Secret("1")])
        #expect(try await store.delete(.durable()) == 1)
        #expect(fake.count("Prompt") == 2)

        try await session.stopKeyring(fake.child)
        for (answer, code) in [("silent", LanyardError.Code.storeTimedOut), ("dismissed", .storeDismissed)] {
            let fake = try await session.startFake(#"{"confirm": "\#(answer)"}"#)
            await #expect(throws: LanyardError(code, "")) {
                try await session.store().write(.durable(), label: "x", value: Secret("1"))
            }
            try await session.stopKeyring(fake.child)
        }
    }

    @Test("a session whose keys do not fit is replaced once, and an item that stays unreadable is not written over")
    func unfitSession() async throws {
        let session = try TestSession()
        let first = try await session.startFake(#"{"deaf": 1}"#)
        let store = session.store()
        try await store.write(.durable(), label: "x", value: Secret("1"))
        #expect(try await store.read(.durable()).map(\.value) == [Secret("1")])
        #expect(first.count("OpenSession") >= 2)

        let attributes = try #require(first.createdAttributes)
        let listing = try TestSession()
        _ = try await listing.startFake(
            #"{"deaf": 1, "items": [{"value": "1", "attributes": \#(attributes)}]}"#
        )
        #expect(try await listing.store().read(ItemQuery(kind: .durable)).map(\.value) == [Secret("1")])
        let surveyed = try TestSession()
        _ = try await surveyed.startFake(#"{"deaf": 1, "items": [{"value": "1", "attributes": \#(attributes)}]}"#)
        #expect(try await surveyed.store().survey().map(\.value) == [Secret("1")])

        let hopeless = try TestSession()
        let fake = try await hopeless.startFake(
            #"{"deaf": 9, "items": [{"value": "1", "attributes": \#(attributes)}]}"#
        )
        await #expect(throws: LanyardError(.storeUnreadable, "")) {
            try await hopeless.store().write(.durable(), label: "x", value: Secret("2"))
        }
        #expect(fake.count("SetSecret") == 0)
        #expect(fake.count("OpenSession") >= 2)
    }

    @Test("items are made apart where the provider shows that it keeps a database", arguments: [false, true])
    func pace(adds: Bool) async throws {
        let session = try TestSession()
        _ = try await session.startFake(#"{"adds": \#(adds)}"#)
        let store = session.store()
        let clock = ContinuousClock()
        let time = try await clock.measure {
            for number in 1...3 {
                let key = AccountKey(
                    homeAccountID: HomeAccountID(rawValue: "u\(number).t"),
                    environment: "login.microsoftonline.com",
                    clientID: "c"
                )
                try await store.write(ItemID(kind: .durable, key: key), label: "x", value: Secret("1"))
            }
        }
        #expect(!adds || time > .milliseconds(590))
    }
}
