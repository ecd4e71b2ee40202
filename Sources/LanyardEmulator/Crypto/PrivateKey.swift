internal import CGnuTLS

/// A private key that GnuTLS holds.
final class PrivateKey: @unchecked Sendable {
    // Invariant for @unchecked Sendable: the key is set up in `init` and only read afterwards, which GnuTLS allows from any thread.
    let handle: gnutls_privkey_t

    /// What the key is for.
    enum Kind {
        /// RSA of 2048 bits, for tokens (RS256).
        case rsa
        /// P-256, for certificates: made in no time.
        case ellipticCurve
    }

    /// Makes a new key.
    init(_ kind: Kind) throws {
        handle = try Self.empty()
        let (algorithm, bits): (gnutls_pk_algorithm_t, UInt32) =
            switch kind {
            case .rsa: (GNUTLS_PK_RSA, 2048)
            case .ellipticCurve: (GNUTLS_PK_ECDSA, gnutls_sec_param_to_pk_bits(GNUTLS_PK_ECDSA, GNUTLS_SEC_PARAM_HIGH))
            }
        try GnuTLSError.check(gnutls_privkey_generate(handle, algorithm, bits, 0), "make a key")
    }

    /// Reads a key.
    init(pem: String) throws {
        handle = try Self.empty()
        try Datum.lend(Array(pem.utf8)) { datum in
            let code = gnutls_privkey_import_x509_raw(handle, &datum, GNUTLS_X509_FMT_PEM, nil, 0)
            try GnuTLSError.check(code, "read a key")
        }
    }

    deinit { gnutls_privkey_deinit(handle) }

    private static func empty() throws -> gnutls_privkey_t {
        var key: gnutls_privkey_t?
        try GnuTLSError.check(gnutls_privkey_init(&key), "make room for a key")
        guard let key else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR, step: "make room for a key") }
        return key
    }

    /// The key as PEM text, for a file that only its owner reads.
    func pem() throws -> String {
        var plain: gnutls_x509_privkey_t?
        try GnuTLSError.check(gnutls_privkey_export_x509(handle, &plain), "write a key")
        defer { gnutls_x509_privkey_deinit(plain) }
        var datum = gnutls_datum_t()
        try GnuTLSError.check(gnutls_x509_privkey_export2(plain, GNUTLS_X509_FMT_PEM, &datum), "write a key")
        return String(decoding: Datum.take(datum), as: UTF8.self)
    }

    /// A signature with SHA-256; for RSA that is PKCS #1 v1.5, as RS256 wants it.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        try Datum.lend(bytes) { datum in
            var signature = gnutls_datum_t()
            let code = gnutls_privkey_sign_data(handle, GNUTLS_DIG_SHA256, 0, &datum, &signature)
            try GnuTLSError.check(code, "sign")
            return Datum.take(signature)
        }
    }

    /// The public half.
    func publicKey() throws -> PublicKey { try PublicKey(of: self) }
}
