import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("Values", .startsPrograms)
struct ValueTests {
    @Test(
        "whatever bytes an item holds come back as they are",
        arguments: [
            " ", "{}", #"{"Account":{}}{"Account":{}}"#, #"{"AccessToken":{"a":"#, "\u{feff}{}", "[]",
            #"{"RefreshToken":"x"}"#, "🙂 さくら",
        ]
    )
    func damaged(text: String) async throws {
        let session = try await TestSession.withKeyring()
        let store = session.store()
        try await store.write(.durable(), label: "x", value: Secret(text))
        #expect(try await store.read(.durable()).map(\.value) == [Secret(text)])
    }

    @Test("an empty value is an item without bytes, not an error and not nothing")
    func empty() async throws {
        let session = try TestSession()
        _ = try await session.startFake(#"{"items": [{"value": "", "attributes": \#(LockedTests.attributes)}]}"#)
        let items = try await session.store().read(ItemQuery(kind: .durable))
        #expect(items.map(\.value.isEmpty) == [true])
    }

    @Test("bytes that are no text are not called text", arguments: ["text", "refuse"])
    func binary(alter: String) async throws {
        let session = try TestSession()
        let fake = try await session.startFake(#"{"alter": "\#(alter)"}"#)
        let store = session.store()
        let bytes = Secret(bytes: [0x80, 0xff, 0x00])
        try await store.write(.durable(1), label: "x", value: bytes)
        try await store.write(.durable(2), label: "x", value: Secret("🙂 さくら"))
        #expect(try await store.read(.durable(1)).map(\.value) == [bytes])
        #expect(try await store.read(.durable(2)).map(\.value) == [Secret("🙂 さくら")])
        #expect(fake.calls("CreateItem")[0].contains("application/octet-stream"))
        #expect(fake.calls("CreateItem")[1].contains("text/plain"))
    }

    @Test("a provider that alters the first value keeps nothing of it")
    func altered() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(#"{"alter": "all"}"#)
        await #expect(throws: LanyardError(.storeFailed, "")) {
            try await session.store().write(.durable(), label: "x", value: Secret("1"))
        }
        #expect(fake.count("Delete") == 2)
    }

    @Test("a provider that alters the first update gets the previous value back")
    func alteredUpdate() async throws {
        let session = try TestSession()
        let seed = try await session.startFake("{}")
        try await session.store().write(.durable(), label: "x", value: Secret("1"))
        let attributes = try #require(seed.createdAttributes)
        try await session.stopKeyring(seed.child)
        let fake = try await session.startFake(
            #"{"alter": "all", "items": [{"value": "1", "attributes": \#(attributes)}]}"#
        )
        await #expect(throws: LanyardError(.storeFailed, "")) {
            try await session.store().write(.durable(), label: "x", value: Secret("2"))
        }
        #expect(fake.count("SetSecret") == 4)
    }

    @Test("the first value is read back, later ones are not")
    func readBack() async throws {
        let session = try TestSession()
        let fake = try await session.startFake("{}")
        let store = session.store()
        for text in ["1", "2", "3"] { try await store.write(.durable(), label: "x", value: Secret(text)) }
        #expect(fake.count("GetSecrets") == 1)
    }

    @Test("attributes are all there, plain, and tell no name")
    func attributes() async throws {
        let session = try TestSession()
        let fake = try await session.startFake("{}")
        let key = AccountKey(
            homeAccountID: HomeAccountID(rawValue: "alice@contoso.example"),
            environment: "login.microsoftonline.com",
            clientID: "ünïcode"
        )
        try await session.store().write(
            ItemID(kind: .durable, key: key, partition: ""),
            label: "x",
            value: Secret("1")
        )
        let attributes = try #require(fake.createdAttributes)
        for name in ["lanyard", "kind", "client", "cloud", "account", "partition", "xdg:schema"] {
            #expect(attributes.contains("\"\(name)\""))
        }
        #expect(!attributes.contains("alice"))
        #expect(!attributes.contains("\"\""))
        let isASCII = attributes.utf8.allSatisfy { $0 < 0x80 }
        #expect(isASCII)
        #expect(attributes.contains("dev.lanyard.TokenCache"))
    }
}
