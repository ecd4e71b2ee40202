internal import CGio
internal import GLibBridge
package import LanyardCore

/// A server's certificate chain and its private key, as PEM texts in memory.
package struct TLSIdentity: Sendable {
    /// The server's own certificate first, then those that signed it.
    package var certificateChain: String
    /// The key of the first certificate.
    package var privateKey: Secret

    package init(certificateChain: String, privateKey: Secret) {
        self.certificateChain = certificateChain
        self.privateKey = privateKey
    }

    /// The certificate as GIO wants it.
    @GLibActor
    func makeCertificate() throws -> ObjectRef {
        ModernTLS.require()
        let pem = privateKey.reveal() + "\n" + certificateChain
        do {
            let certificate = try glibTry { g_tls_certificate_new_from_pem(pem, -1, &$0) }
            guard let certificate else {
                throw GLibError(domain: "g-tls-error-quark", code: 0, message: "no certificate")
            }
            return ObjectRef(owning: UnsafeMutableRawPointer(certificate))
        } catch {
            throw LanyardError(
                .invalidConfiguration,
                "the server's certificate or key cannot be read: \(error)",
                underlying: error
            )
        }
    }
}
