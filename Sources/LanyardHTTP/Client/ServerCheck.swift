internal import CGio
internal import GLibBridge

/// Checks the secure connection of one request, before anything is sent on it.
@GLibActor
final class ServerCheck {
    private let anchors: TrustAnchors?
    private let target: RequestTarget
    /// Whether the server spoke TLS 1.1 or older, which GnuTLS alone would take.
    private(set) var foundOldTLS = false

    init(anchors: TrustAnchors?, target: RequestTarget) {
        self.anchors = anchors
        self.target = target
    }

    /// Follows one message of libsoup; the message keeps the check.
    func watch(_ message: ObjectRef) {
        let asked:
            @convention(c) (gpointer?, UnsafeMutablePointer<GTlsCertificate>?, GTlsCertificateFlags, gpointer?) ->
                gboolean = { _, certificate, _, data in
                    guard let certificate, let check = ServerCheck.borrow(data) else { return 0 }
                    return check.anchors?.accept(certificate, for: check.target) == true ? 1 : 0
                }
        let happened:
            @convention(c) (gpointer?, GSocketClientEvent, UnsafeMutablePointer<GIOStream>?, gpointer?) -> Void = {
                _,
                event,
                connection,
                data in
                guard event == G_SOCKET_CLIENT_TLS_HANDSHAKED, let connection else { return }
                ServerCheck.borrow(data)?.checkVersion(connection)
            }
        connect(message, "accept-certificate", unsafeBitCast(asked, to: GCallback.self))
        connect(message, "network-event", unsafeBitCast(happened, to: GCallback.self))
    }

    private func checkVersion(_ connection: UnsafeMutablePointer<GIOStream>) {
        let tls = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GTlsConnection.self)
        let old = [G_TLS_PROTOCOL_VERSION_SSL_3_0, G_TLS_PROTOCOL_VERSION_TLS_1_0, G_TLS_PROTOCOL_VERSION_TLS_1_1]
        guard old.contains(g_tls_connection_get_protocol_version(tls)) else { return }
        foundOldTLS = true
        // libsoup then finds nothing to write the request to.
        g_io_stream_close(connection, nil, nil)
    }

    private func connect(_ message: ObjectRef, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(
            message.raw,
            signal,
            callback,
            Unmanaged.passRetained(self).toOpaque(),
            { data, _ in if let data { Unmanaged<ServerCheck>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0)
        )
    }

    private nonisolated static func borrow(_ data: gpointer?) -> ServerCheck? {
        data.map { Unmanaged<ServerCheck>.fromOpaque($0).takeUnretainedValue() }
    }
}
