import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("A store over an open gnome-keyring", .startsPrograms)
struct KeyringTests {
    @Test("an item is found again with its bytes, by its own key only", arguments: [ItemKind.durable, .volatile])
    func roundTrip(kind: ItemKind) async throws {
        let session = try await TestSession.withKeyring()
        let store = session.store(encrypt: .always)
        let value = Secret(#"{"name":"\ud83d\ude42"}"#)
        try await store.write(ItemID(kind: kind, key: .sample(1)), label: "one", value: value)
        try await store.write(ItemID(kind: kind, key: .sample(2)), label: "two", value: Secret("other"))

        let one = try await store.read(ItemQuery(kind: kind, key: .sample(1)))
        #expect(one.map(\.value) == [value])
        #expect(try await store.read(ItemQuery(kind: kind)).count == 2)
        #expect(try await store.read(ItemQuery(kind: kind, key: .sample(3))).isEmpty)
        #expect(try await store.read(ItemQuery(kind: kind, key: .sample(1), partition: "else")).isEmpty)
    }

    @Test("a second write updates the same item")
    func update() async throws {
        let session = try await TestSession.withKeyring()
        let store = session.store()
        try await store.write(.durable(), label: "before", value: Secret("1"))
        let first = try await store.read(.durable())
        try await store.write(.durable(), label: "after", value: Secret("2"))
        let second = try await store.read(.durable())
        #expect(first.map(\.handle) == second.map(\.handle))
        #expect(second.map(\.value) == [Secret("2")])
    }

    @Test("a delete counts what it deleted and leaves the rest")
    func delete() async throws {
        let session = try await TestSession.withKeyring()
        let store = session.store()
        for number in 1...3 { try await store.write(.durable(number), label: "item", value: Secret("\(number)")) }
        #expect(try await store.delete(.durable(2)) == 1)
        #expect(try await store.delete(.durable(2)) == 0)
        #expect(try await store.read(ItemQuery(kind: .durable)).count == 2)
        #expect(try await store.delete(ItemQuery(kind: .durable)) == 2)
        #expect(try await store.read(ItemQuery(kind: .durable)).isEmpty)
    }

    @Test("access tokens stay in memory, the rest survives the provider's restart")
    func restart() async throws {
        let session = try TestSession()
        let keyring = try await session.startKeyring()
        let store = session.store()
        #expect(try await store.hasVolatileCollection())
        try await store.write(.durable(), label: "kept", value: Secret("kept"))
        try await store.write(.volatile(), label: "lost", value: Secret("lost"))
        try await session.stopKeyring(keyring)
        _ = try await session.startKeyring()
        #expect(try await store.read(.durable()).map(\.value) == [Secret("kept")])
        #expect(try await store.read(.volatile()).isEmpty)
    }

    @Test("a locked keyring is not an empty one, whether it was ever open or not", arguments: [true, false])
    func locked(wasOpen: Bool) async throws {
        let session = try await TestSession.withKeyring(wasOpen ? .unlocked : .locked)
        let store = session.store(callLimit: .milliseconds(2800))
        if wasOpen {
            try await store.write(.durable(), label: "item", value: Secret("1"))
            try await session.lockKeyring()
        }
        let locked = LanyardError(.storeLocked, "")
        await #expect(throws: locked) { try await store.read(.durable()) }
        await #expect(throws: locked) { try await store.read(ItemQuery(kind: .durable)) }
        await #expect(throws: locked) { try await store.write(.durable(), label: "x", value: Secret("2")) }
        await #expect(throws: locked) { try await store.delete(.durable()) }
    }
}
