internal import CGnuTLS
internal import FoundationEssentials
internal import LanyardCore

/// Turns values into opaque texts that only this emulator can read, and back.
///
/// Codes, refresh tokens and cookies carry their own content this way, so that nothing has to be stored to honour them after a
/// restart; the key in the state folder is enough.
struct Sealer: Sendable {
    private let key: [UInt8]
    private let random: any RandomSource
    private static let nonceSize = 12
    private static let tagSize = 16

    /// `key` has 32 bytes.
    init(key: [UInt8], random: any RandomSource) {
        self.key = key
        self.random = random
    }

    /// The value as text; `purpose` keeps a code from being taken for a refresh token.
    func seal(_ value: some Encodable, purpose: String) throws -> String {
        let plain = Array(try JSONEncoder().encode(value))
        let nonce = random.bytes(Self.nonceSize)
        var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagSize)
        var length = sealed.count
        let label = Array(purpose.utf8)
        try withCipher { cipher in
            let code = gnutls_aead_cipher_encrypt(
                cipher,
                nonce,
                nonce.count,
                label,
                label.count,
                Self.tagSize,
                plain,
                plain.count,
                &sealed,
                &length
            )
            try GnuTLSError.check(code, "encrypt")
        }
        return Base64URL.encode(nonce + sealed.prefix(length))
    }

    /// The value of a text, or nothing where this emulator did not make it for that purpose.
    func open<Value: Decodable>(_ text: String, as type: Value.Type, purpose: String) -> Value? {
        guard let bytes = Base64URL.decode(text), bytes.count > Self.nonceSize + Self.tagSize else { return nil }
        let nonce = Array(bytes.prefix(Self.nonceSize))
        let sealed = Array(bytes.dropFirst(Self.nonceSize))
        var plain = [UInt8](repeating: 0, count: sealed.count)
        var length = plain.count
        let label = Array(purpose.utf8)
        let opened: Void? = try? withCipher { cipher in
            let code = gnutls_aead_cipher_decrypt(
                cipher,
                nonce,
                nonce.count,
                label,
                label.count,
                Self.tagSize,
                sealed,
                sealed.count,
                &plain,
                &length
            )
            try GnuTLSError.check(code, "decrypt")
        }
        guard opened != nil else { return nil }
        return try? JSONDecoder().decode(type, from: Data(plain.prefix(length)))
    }

    private func withCipher(_ body: (gnutls_aead_cipher_hd_t) throws -> Void) throws {
        try Datum.lend(key) { datum in
            var cipher: gnutls_aead_cipher_hd_t?
            let code = gnutls_aead_cipher_init(&cipher, GNUTLS_CIPHER_AES_256_GCM, &datum)
            try GnuTLSError.check(code, "set a cipher up")
            guard let cipher else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR, step: "set a cipher up") }
            defer { gnutls_aead_cipher_deinit(cipher) }
            try body(cipher)
        }
    }
}
