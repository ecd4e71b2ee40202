internal import CGio
internal import GLibBridge

/// Asks the extra authorities about a server that the system does not trust.
@GLibActor
final class ServerCheck {
    private let anchors: TrustAnchors
    private let target: RequestTarget

    init(anchors: TrustAnchors, target: RequestTarget) {
        self.anchors = anchors
        self.target = target
    }

    /// Follows one message of libsoup; the message keeps the check.
    func watch(_ message: ObjectRef) {
        let asked:
            @convention(c) (gpointer?, UnsafeMutablePointer<GTlsCertificate>?, GTlsCertificateFlags, gpointer?) ->
                gboolean =
                { _, certificate, _, data in
                    guard let certificate, let data else { return 0 }
                    let check = Unmanaged<ServerCheck>.fromOpaque(data).takeUnretainedValue()
                    return check.anchors.accept(certificate, for: check.target) ? 1 : 0
                }
        g_signal_connect_data(
            message.raw,
            "accept-certificate",
            unsafeBitCast(asked, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(),
            { data, _ in if let data { Unmanaged<ServerCheck>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0)
        )
    }
}
