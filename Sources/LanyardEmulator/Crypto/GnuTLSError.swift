internal import CGnuTLS

/// A call of GnuTLS that failed; there is nothing to do about it but to say so.
struct GnuTLSError: Error, CustomStringConvertible {
    /// GnuTLS's own negative number.
    let code: Int32
    /// What was being done.
    let step: String

    var description: String {
        let reason = gnutls_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return "\(step): \(reason)"
    }

    /// Throws for a negative result.
    static func check(_ code: Int32, _ step: String) throws {
        guard code < 0 else { return }
        throw GnuTLSError(code: code, step: step)
    }
}
