import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("The fast read of access tokens", .startsPrograms)
struct FastReadTests {
    static let attributes = LockedTests.attributes.replacing("durable", with: "volatile")
    static let memory =
        #""collections": {"login": {"locked": false}, "session": {"locked": false}}, "aliases": {"default": "login", "session": "session"}"#
    static let everybody = ItemQuery(kind: .volatile)

    @Test("an access token comes without key agreement, and with it where that is asked for")
    func switchable() async throws {
        let session = try TestSession()
        let fake = try await session.startFake(
            #"{\#(Self.memory), "items": [{"collection": "session", "value": "at", "attributes": \#(Self.attributes)}]}"#
        )
        #expect(try await session.store().read(Self.everybody).map(\.value) == [Secret("at")])
        #expect(fake.calls("OpenSession").allSatisfy { $0.contains("plain") })
        #expect(try await session.store(encrypt: .always).read(Self.everybody).map(\.value) == [Secret("at")])
        #expect(fake.calls("OpenSession").contains { $0.contains("dh-ietf1024") })
    }

    @Test("refresh tokens and writes never take it")
    func durable() async throws {
        let session = try TestSession()
        let fake = try await session.startFake("{\(Self.memory)}")
        _ = try await session.store().read(ItemQuery(kind: .durable))
        #expect(fake.calls("OpenSession").first?.contains("dh-ietf1024") == true)
        let other = session.store()
        try await other.write(.volatile(), label: "x", value: Secret("1"))
        _ = try await other.read(.volatile())
        let plain = fake.calls("OpenSession").filter { $0.contains("plain") }
        let encrypted = fake.calls("OpenSession").filter { $0.contains("dh-ietf1024") }
        // libsecret itself turns to the plain session after this provider refused the encrypted one.
        #expect(plain.count == encrypted.count)
    }

    @Test("an item outside the memory-only collection is not taken")
    func elsewhere() async throws {
        let session = try TestSession()
        _ = try await session.startFake(
            #"{\#(Self.memory), "items": [{"collection": "login", "value": "at", "attributes": \#(Self.attributes)}]}"#
        )
        #expect(try await session.store().read(Self.everybody).isEmpty)
    }

    @Test("where it fails the encrypted way answers", arguments: ["{}", #"{"GetSecrets": "org.example.No"}"#])
    func fallsBack(failures: String) async throws {
        let session = try TestSession()
        let hidden = failures == "{}" ? #", "locked": true"# : ""
        let fake = try await session.startFake(
            #"{\#(Self.memory), "failFirst": \#(failures), "unlock": "free", "items": [{"collection": "session", "value": "at"\#(hidden), "attributes": \#(Self.attributes)}]}"#
        )
        #expect(try await session.store().read(Self.everybody).map(\.value) == [Secret("at")])
        #expect(fake.count("OpenSession") > 1)
    }
}
