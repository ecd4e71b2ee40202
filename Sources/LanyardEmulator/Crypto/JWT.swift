internal import CGnuTLS
internal import LanyardCore

/// Makes and checks signed tokens.
enum JWT {
    static func sign(_ claims: JSONValue, by key: SigningKey, isOldForm: Bool = false) throws -> String {
        var header: [String: JSONValue] = ["typ": "JWT", "alg": "RS256", "kid": .string(key.stored.id)]
        if isOldForm { header["x5t"] = .string(key.thumbprint) }
        let text = signedPart(header, claims)
        return text + "." + Base64URL.encode(try key.key.sign(Array(text.utf8)))
    }

    private static func signedPart(_ header: [String: JSONValue], _ claims: JSONValue) -> String {
        [JSONValue.object(header), claims].map { Base64URL.encode(Array($0.serialized().utf8)) }.joined(separator: ".")
    }

    /// The claims of a token that one of the keys signed; a token's own idea of its algorithm counts for nothing.
    static func verify(_ token: String, by ring: KeyRing) -> [String: JSONValue]? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = part(parts[0]), header["alg"]?.stringValue == "RS256" else { return nil }
        guard let key = header["kid"]?.stringValue.flatMap(ring.key) else { return nil }
        guard let signature = Base64URL.decode(parts[2]) else { return nil }
        guard key.publicKey.verifies(signature, of: Array((parts[0] + "." + parts[1]).utf8)) else { return nil }
        return part(parts[1])
    }

    /// The claims without a look at the signature.
    static func claims(_ token: String) -> [String: JSONValue]? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 ? part(parts[1]) : nil
    }

    private static func part(_ text: String) -> [String: JSONValue]? {
        Base64URL.decode(text).flatMap { try? JSONValue.parse($0) }?.objectValue
    }

    /// A token that a careful client must refuse because of its header or signature.
    static func forge(_ claims: JSONValue, _ forgery: Forgery, by key: SigningKey) throws -> String {
        switch forgery {
        case .none: return signedPart(["typ": "JWT", "alg": "none"], claims) + "."
        case .hs256:
            // The classic confusion: the public key taken for a shared secret.
            let text = signedPart(["typ": "JWT", "alg": "HS256", "kid": .string(key.stored.id)], claims)
            return text + "." + Base64URL.encode(hmac(Array(key.stored.certificate.utf8), Array(text.utf8)))
        case .unknownKey:
            let text = signedPart(["typ": "JWT", "alg": "RS256", "kid": "lanyard-emulator-unknown"], claims)
            return text + "." + Base64URL.encode(try key.key.sign(Array(text.utf8)))
        case .badSignature:
            let text = signedPart(["typ": "JWT", "alg": "RS256", "kid": .string(key.stored.id)], claims)
            return text + "." + Base64URL.encode(try key.key.sign(Array("another text".utf8)))
        default: return try sign(claims, by: key)
        }
    }

    private static func hmac(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key.count, text, text.count, &digest)
        return digest
    }
}
