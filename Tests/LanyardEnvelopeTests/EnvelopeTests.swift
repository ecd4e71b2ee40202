import LanyardCore
@testable import LanyardEnvelope
import Testing

@Suite("the form of an envelope")
struct EnvelopeTests {
    private let ring: KeyRing

    init() throws { ring = KeyRing([try Sample.key(1)]) }

    @Test(
        "what was sealed is opened again, byte for byte",
        arguments: ["", "{}", "grüße\u{0}", String(repeating: "x", count: 100_000)]
    )
    func roundTrip(text: String) throws {
        let opened = Envelope.open(try Sample.sealed(text), as: "f", with: ring)
        #expect(opened.content?.value.reveal() == text)
        #expect(opened.content?.label == "Alice")
        #expect(opened.content?.clientID == Sample.alice.clientID)
    }

    @Test("nothing of the content is in the file")
    func sealed() throws {
        let bytes = try Sample.sealed("refresh-token-of-alice")
        #expect(!String(decoding: bytes, as: UTF8.self).contains("alice"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Alice"))
    }

    @Test("no bit can be changed anywhere", arguments: 0..<8)
    func tampering(bit: Int) throws {
        let bytes = try Sample.sealed("{\"a\":1}")
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << bit
            #expect(Envelope.open(changed, as: "f", with: ring).content == nil, "byte \(index)")
        }
    }

    @Test("a changed key id is damage, not another's key")
    func keyID() throws {
        var bytes = try Sample.sealed()
        bytes[Envelope.magic.count + 3] ^= 1
        #expect(Envelope.open(bytes, as: "f", with: ring).problem == .damaged)
    }

    @Test("a file cut at any length is truncated, and one that goes on is damaged")
    func lengths() throws {
        let bytes = try Sample.sealed("{\"a\":1}")
        for length in 0..<bytes.count {
            #expect(Envelope.open(Array(bytes.prefix(length)), as: "f", with: ring).problem == .truncated)
        }
        #expect(Envelope.open(bytes + [0], as: "f", with: ring).problem == .damaged)
    }

    @Test("another account's file under this name is damage")
    func swapped() throws {
        #expect(Envelope.open(try Sample.sealed(as: "g"), as: "f", with: ring).problem == .damaged)
    }

    @Test("another key's file is foreign, and another version's newer")
    func strangers() throws {
        #expect(Envelope.open(try Sample.sealed(key: 2), as: "f", with: ring).problem == .foreign)
        var newer = try Sample.sealed()
        newer[Envelope.magic.count] = 2
        #expect(Envelope.open(newer, as: "f", with: ring).problem == .newer)
        #expect(
            Envelope.open(Array("some other text, quite long enough".utf8), as: "f", with: ring).problem == .foreign
        )
    }

    @Test("any key of the ring opens its own")
    func severalKeys() throws {
        let both = KeyRing([try Sample.key(2), try Sample.key(1)])
        #expect(Envelope.open(try Sample.sealed(key: 1), as: "f", with: both).content != nil)
        #expect(Envelope.open(try Sample.sealed(key: 2), as: "f", with: both).content != nil)
    }

    @Test("AES-256-GCM gives the published result (test case 16 of McGrew and Viega)")
    func knownAnswer() throws {
        func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.bytes(hex)) }
        let plain = try bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39"
        )
        let text = WipedBuffer(count: plain.count)
        text.bytes.copyBytes(from: plain)
        let tag = try Cipher.seal(
            text,
            key: Secret(bytes: try bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")),
            nonce: try bytes("cafebabefacedbaddecaf888"),
            header: try bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        )
        #expect(Hex.text(tag) == "76fc6ece0f4e1768cddf8853bb2d551b")
        #expect(Hex.text(text.bytes.prefix(16)) == "522dc1f099567d07f47f37a32a84427d")
    }
}

@Suite("the text of a key source")
struct KeyRingTests {
    @Test("64 hex digits a line, comments and empty lines apart; or 32 raw bytes")
    func good() throws {
        let hex = String(repeating: "0a", count: 32)
        let other = String(repeating: "0B", count: 32)
        let ring = try #require(KeyRing(text: Secret("# made today\n\n\(hex)\r\n  \(other)")))
        #expect(ring.keys.count == 2)
        let raw = try #require(KeyRing(text: Secret(bytes: [UInt8](repeating: 0xf1, count: 32))))
        #expect(raw.keys[0].id == KeyRing(text: Secret(String(repeating: "f1", count: 32)))?.keys[0].id)
        #expect(KeyRing(text: ring.text)?.keys.map(\.id) == ring.keys.map(\.id))
    }

    @Test(
        "anything else is no key",
        arguments: [
            "", "\n", "abc", String(repeating: "0", count: 32), String(repeating: "0", count: 63), "# only",
            String(repeating: "g", count: 64),
        ]
    )
    func bad(text: String) { #expect(KeyRing(text: Secret(text)) == nil) }
}
