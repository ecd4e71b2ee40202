internal import CGio
internal import GLibBridge
internal import Glibc

/// Keeps our TLS servers at TLS 1.2 and newer.
@GLibActor
enum ModernTLS {
    private static var isRequired = false

    /// Has to come before the process's first TLS connection.
    ///
    /// GIO has no call for it. Its GnuTLS module reads this variable once, when its classes are made, so it is set for just
    /// that long. Only the emulator and tests serve TLS; a program that embeds the library never gets here.
    static func require() {
        guard !isRequired else { return }
        isRequired = true
        guard let backend = g_tls_backend_get_default() else { return }
        let name = "G_TLS_GNUTLS_PRIORITY"
        let isOurs = getenv(name) == nil
        if isOurs { setenv(name, "NORMAL:%COMPAT:-VERS-TLS1.1:-VERS-TLS1.0", 1) }
        // The references are kept: the classes have to stay as they were made.
        g_type_class_ref(g_tls_backend_get_server_connection_type(backend))
        g_type_class_ref(g_tls_backend_get_client_connection_type(backend))
        if isOurs { unsetenv(name) }
    }
}
