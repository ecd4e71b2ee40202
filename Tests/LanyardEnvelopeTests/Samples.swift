@testable import LanyardEnvelope
import LanyardCore
import LanyardTestSupport
import Testing

/// Counts up, so that no two nonces are the same and a failure can be looked at again.
struct CountingBytes: RandomSource {
    let first: UInt8
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) } }
}

enum Sample {
    static let alice = AccountKey(
        homeAccountID: HomeAccountID(rawValue: "a.c"),
        environment: "login.microsoftonline.com",
        clientID: "11111111-1111-4111-8111-111111111111"
    )
    static let bob = AccountKey(
        homeAccountID: HomeAccountID(rawValue: "b.f"),
        environment: "login.microsoftonline.com",
        clientID: "11111111-1111-4111-8111-111111111111"
    )

    static func key(_ first: UInt8) throws -> EnvelopeKey {
        try #require(EnvelopeKey(Secret(bytes: CountingBytes(first: first).bytes(32))))
    }

    static func content(_ text: String = "{}") -> EnvelopeContent {
        EnvelopeContent(label: "Alice", clientID: alice.clientID, partition: "default", value: Secret(text))
    }

    static func sealed(_ text: String = "{}", as name: String = "f", key first: UInt8 = 1) throws -> [UInt8] {
        try Envelope.seal(content(text), as: name, with: key(first), random: CountingBytes(first: 7))
    }
}

extension Envelope.Opened {
    var content: EnvelopeContent? {
        guard case .content(let content) = self else { return nil }
        return content
    }
    var problem: CacheFinding.Problem? {
        guard case .unusable(let problem, _) = self else { return nil }
        return problem
    }
}

/// A key source whose keys a test changes.
actor SampleKeys: KeySource {
    nonisolated let name = "the sample"
    nonisolated let isOurs = true
    private(set) var ring: KeyRing?

    init(_ ring: KeyRing?) { self.ring = ring }

    func load() throws -> KeyRing {
        guard let ring else { throw KeyFault.missing(name, "make one") }
        return ring
    }

    func save(_ keys: KeyRing) { ring = keys }
    func put(_ ring: KeyRing?) { self.ring = ring }
}
