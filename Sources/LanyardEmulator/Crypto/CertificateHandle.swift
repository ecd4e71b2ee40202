internal import CGnuTLS
internal import Glibc

/// A certificate that GnuTLS holds.
final class CertificateHandle {
    private let raw: gnutls_x509_crt_t

    init() throws {
        var made: gnutls_x509_crt_t?
        try GnuTLSError.check(gnutls_x509_crt_init(&made), "make room for a certificate")
        guard let made else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR, step: "make room for a certificate") }
        raw = made
    }

    convenience init(pem: String) throws {
        try self.init()
        try Datum.lend(Array(pem.utf8)) { datum in
            try GnuTLSError.check(gnutls_x509_crt_import(raw, &datum, GNUTLS_X509_FMT_PEM), "read a certificate")
        }
    }

    deinit { gnutls_x509_crt_deinit(raw) }

    /// Lends the pointer; the optimizer may end a local's life before the last use of a pointer copied out of it.
    func use<Result>(_ body: (gnutls_x509_crt_t) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) { try body(raw) }
    }
}

extension Certificate {
    /// The bytes that the PEM text wraps.
    func der() throws -> [UInt8] {
        let handle = try CertificateHandle(pem: pem)
        var datum = gnutls_datum_t()
        try handle.use { crt in
            try GnuTLSError.check(gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_DER, &datum), "write a certificate")
        }
        return Datum.take(datum)
    }

    /// The last second of its life.
    func expiry() throws -> Int64 {
        try CertificateHandle(pem: pem).use { Int64(gnutls_x509_crt_get_expiration_time($0)) }
    }

    /// The SHA-1 of the certificate, which `x5t` carries.
    func thumbprint() throws -> [UInt8] {
        let der = try der()
        return try Datum.lend(der) { datum in
            var digest = [UInt8](repeating: 0, count: 20)
            var length = digest.count
            let code = gnutls_fingerprint(GNUTLS_DIG_SHA1, &datum, &digest, &length)
            try GnuTLSError.check(code, "make a thumbprint")
            return Array(digest.prefix(length))
        }
    }
}
