internal import CGio
internal import GLibBridge
internal import LanyardCore

/// The certificate authorities of a file, trusted beside the system's.
@GLibActor
final class TrustAnchors {
    private let database: ObjectRef

    init(file: String) throws {
        do {
            // GIO wants an absolute path and would read an empty file without a word.
            guard let path = g_canonicalize_filename(file, nil) else { throw Self.unreadable(file, nil) }
            defer { g_free(path) }
            let certificates = try glibTry { g_tls_certificate_list_new_from_file(path, &$0) }
            guard let certificates else { throw Self.unreadable(file, nil) }
            g_list_free_full(certificates, { g_object_unref($0) })
            guard let made = try glibTry({ g_tls_file_database_new(path, &$0) }) else {
                throw Self.unreadable(file, nil)
            }
            database = ObjectRef(owning: UnsafeMutableRawPointer(made))
        } catch let error as GLibError {
            throw Self.unreadable(file, error)
        }
    }

    /// Whether these authorities vouch for the server: chain, dates, purpose and name.
    func accept(_ certificate: UnsafeMutablePointer<GTlsCertificate>, for target: RequestTarget) -> Bool {
        guard let address = g_network_address_new(target.host, guint16(clamping: target.port)) else { return false }
        let identity = ObjectRef(owning: UnsafeMutableRawPointer(address))
        let problems = try? glibTry {
            g_tls_database_verify_chain(
                database.cast(),
                certificate,
                G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER,
                identity.opaque,
                nil,
                G_TLS_DATABASE_VERIFY_NONE,
                nil,
                &$0
            )
        }
        return problems?.rawValue == 0
    }

    private static func unreadable(_ file: String, _ error: GLibError?) -> LanyardError {
        LanyardError(
            .invalidConfiguration,
            "the file of certificate authorities cannot be read: \(file)\(error.map { ": " + $0.message } ?? "")",
            hint: "Name a readable file with PEM certificates (LANYARD_CA_FILE).",
            underlying: error
        ).with { $0.field = "ca_file" }
    }
}
