internal import CGnuTLS

/// The public half of a key.
final class PublicKey: @unchecked Sendable {
    // Invariant for @unchecked Sendable: the key is set up in `init` and only read afterwards, which GnuTLS allows from any thread.
    private let handle: gnutls_pubkey_t

    init(of key: PrivateKey) throws {
        var made: gnutls_pubkey_t?
        try GnuTLSError.check(gnutls_pubkey_init(&made), "make room for a key")
        guard let made else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR, step: "make room for a key") }
        handle = made
        try GnuTLSError.check(gnutls_pubkey_import_privkey(handle, key.handle, 0, 0), "read a public key")
    }

    deinit { gnutls_pubkey_deinit(handle) }

    /// Modulus and exponent of an RSA key, without leading zeros.
    func rsaNumbers() throws -> (modulus: [UInt8], exponent: [UInt8]) {
        var modulus = gnutls_datum_t()
        var exponent = gnutls_datum_t()
        try GnuTLSError.check(gnutls_pubkey_export_rsa_raw(handle, &modulus, &exponent), "read a public key")
        return (Array(Datum.take(modulus).drop { $0 == 0 }), Array(Datum.take(exponent).drop { $0 == 0 }))
    }

    /// Whether the signature (RS256) is this key's.
    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        Datum.lend(bytes) { data in
            Datum.lend(signature) { signature in
                gnutls_pubkey_verify_data2(handle, GNUTLS_SIGN_RSA_SHA256, 0, &data, &signature) >= 0
            }
        }
    }
}
