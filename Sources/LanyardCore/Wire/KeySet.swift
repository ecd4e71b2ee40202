/// The public keys with which an authority signs (RFC 7517).
public struct KeySet: Sendable, Equatable {
    /// One RSA key.
    public struct Key: Sendable, Equatable {
        /// The modulus, big-endian.
        public var modulus: [UInt8]
        /// The public exponent, big-endian.
        public var exponent: [UInt8]
    }

    /// The keys by their id.
    public private(set) var keys: [String: Key] = [:]

    /// Reads a key document; keys of other kinds and unreadable ones are passed over.
    public init(document: JSONValue) throws(LanyardError) {
        guard let list = document["keys"]?.arrayValue else {
            throw LanyardError(.malformedReply, "the authority's key document has no keys").with { $0.field = "keys" }
        }
        for entry in list where entry["kty"]?.stringValue == "RSA" {
            guard entry["use"]?.stringValue ?? "sig" == "sig", let id = entry["kid"]?.stringValue,
                let modulus = entry["n"]?.stringValue.flatMap(Base64URL.decode),
                let exponent = entry["e"]?.stringValue.flatMap(Base64URL.decode),
                modulus.count >= 256, !exponent.isEmpty
            else { continue }
            keys[id] = Key(modulus: modulus, exponent: exponent)
        }
    }
}
