package import CGio

/// An error that a GLib call reported.
///
/// The message is translated and never a thing to compare; domain and code are stable.
package struct GLibError: Error, Equatable, CustomStringConvertible {
    /// The name of the error's domain, as in `g-io-error-quark`.
    package let domain: String
    /// The number within the domain.
    package let code: Int
    /// The library's own sentence, in the user's language.
    package let message: String

    package init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    package var description: String { "\(domain) \(code): \(message)" }

    package static func == (left: GLibError, right: GLibError) -> Bool {
        left.domain == right.domain && left.code == right.code
    }
}

/// The bound of a wait passed before the call answered.
package struct GLibTimeout: Error, Equatable {
    /// How long the wait was allowed to be.
    package let limit: Duration
}

/// Runs a call that takes a `GError **` and throws what it sets.
package func glibTry<Result>(_ body: (inout UnsafeMutablePointer<GError>?) throws -> Result) throws -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = try body(&error)
    guard let error else { return result }
    defer { g_error_free(error) }
    throw GLibError(taking: error)
}

extension GLibError {
    /// Reads the error; it stays the caller's to free.
    package init(taking error: UnsafeMutablePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? ""
    }

    /// Whether this is the end of a cancelled call (`G_IO_ERROR_CANCELLED`).
    package var isCancelled: Bool { domain == "g-io-error-quark" && code == 19 }
}
