internal import LanyardCore

/// The keys that sign tokens.
///
/// There are always several, as at the service: one in use, one published ahead, and after a change an old one.
struct KeyRing: Sendable {
    /// In front of every key id, so that nobody mistakes a token for a real one.
    static let prefix = "lanyard-emulator-"

    private(set) var keys: [SigningKey]

    init(_ stored: [StoredKey]) throws { keys = try stored.map(SigningKey.init) }

    /// The two keys of a new state.
    static func makeStored(random: any RandomSource, now: Int64) throws -> [StoredKey] {
        [
            try SigningKey.make(.current, random: random, now: now),
            try SigningKey.make(.next, random: random, now: now),
        ]
    }

    var stored: [StoredKey] { keys.map(\.stored) }

    var current: SigningKey? { keys.first { $0.stored.role == .current } }

    func key(_ id: String) -> SigningKey? { keys.first { $0.stored.id == id } }

    /// Uses the key published ahead, keeps the one used so far as old, drops the oldest, publishes a new one.
    mutating func rotate(random: any RandomSource, now: Int64) throws {
        keys.removeAll { $0.stored.role == .old }
        for index in keys.indices {
            keys[index].stored.role = keys[index].stored.role == .current ? .old : .current
        }
        keys.append(try SigningKey(SigningKey.make(.next, random: random, now: now)))
    }

    /// Publishes no old key any longer.
    mutating func retire() { keys.removeAll { $0.stored.role == .old } }
}

/// A key with what the key set says of it.
struct SigningKey: Sendable {
    var stored: StoredKey
    let key: PrivateKey
    let publicKey: PublicKey
    let thumbprint: String
    private let modulus: String
    private let exponent: String
    private let chain: String

    init(_ stored: StoredKey) throws {
        self.stored = stored
        key = try PrivateKey(pem: stored.pem)
        publicKey = try key.publicKey()
        let numbers = try publicKey.rsaNumbers()
        modulus = Base64URL.encode(numbers.modulus)
        exponent = Base64URL.encode(numbers.exponent)
        let certificate = Certificate(pem: stored.certificate)
        thumbprint = Base64URL.encode(try certificate.thumbprint())
        chain = Base64Text.encode(try certificate.der())
    }

    static func make(_ role: StoredKey.Role, random: any RandomSource, now: Int64) throws -> StoredKey {
        let key = try PrivateKey(.rsa)
        let plan = CertificatePlan(
            commonName: "Lanyard emulator token signing",
            notBefore: now - 86400,
            days: 3650,
            serial: [1] + random.bytes(15)
        )
        let certificate = try Certificate(plan, key: key)
        let id = KeyRing.prefix + Base64URL.encode(try certificate.thumbprint())
        return StoredKey(id: id, role: role, pem: try key.pem(), certificate: certificate.pem)
    }

    /// The entry of the key set.
    func entry(issuer: String, instance: String) -> JSONValue {
        [
            "kty": "RSA", "use": "sig", "kid": .string(stored.id), "x5t": .string(thumbprint),
            "n": .string(modulus), "e": .string(exponent), "x5c": .array([.string(chain)]),
            "cloud_instance_name": .string(instance), "issuer": .string(issuer),
        ]
    }
}
