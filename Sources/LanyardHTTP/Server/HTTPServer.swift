internal import CGio
internal import CSoup
package import GLibBridge
internal import LanyardCore

/// A small HTTP/1.1 server for loopback: the emulator's and the redirect listener's.
///
/// Requests are served at once and independent of each other; a client that is slow or silent costs a connection and nothing
/// else. Handlers run off the GLib context.
@GLibActor
package final class HTTPServer {
    /// Answers one request.
    package typealias Handler = @Sendable (ServerRequest) async -> ServerReply

    /// Which of the machine's loopback addresses to listen on.
    package enum Addresses: Sendable {
        /// 127.0.0.1 only.
        case loopbackIPv4
        /// 127.0.0.1, and ::1 with the same port where the machine has it.
        case loopback
    }

    private let soup: ObjectRef
    private let exchanges: Exchanges
    private let isTLS: Bool

    /// Makes a server that listens nowhere yet.
    ///
    /// A request with a body over `maximumBodySize` is answered with 413 and not read on. A connection on which nothing moves
    /// for `idleLimit` is closed.
    package init(
        tls: TLSIdentity?,
        maximumBodySize: Int = 1 << 20,
        idleLimit: Duration = .seconds(60),
        handler: @escaping Handler
    ) throws {
        try SoupLibrary.load()
        guard let made = lanyard_soup_server_new() else { throw LanyardError(.internalFault, "libsoup made no server") }
        soup = ObjectRef(owning: UnsafeMutableRawPointer(made))
        isTLS = tls != nil
        exchanges = Exchanges(handler: handler, maximumBodySize: maximumBodySize, idleLimit: idleLimit)
        if let tls {
            // Named, since a temporary would be gone before the call.
            let certificate = try tls.makeCertificate()
            soup_server_set_tls_certificate(soup.opaque, certificate.cast())
        }
        exchanges.serve(soup)
    }

    isolated deinit { stop() }

    /// Starts to listen and gives the port: `port`, or one that the system chose where that is 0.
    package func listen(port: Int = 0, addresses: Addresses = .loopback) throws -> Int {
        let tlsOption = isTLS ? SOUP_SERVER_LISTEN_HTTPS.rawValue : 0
        let onlyIPv4 = SoupServerListenOptions(rawValue: tlsOption | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue)
        do {
            switch addresses {
            case .loopbackIPv4: try listen(port: port, options: onlyIPv4)
            case .loopback:
                do {
                    try listen(port: port, options: SoupServerListenOptions(rawValue: tlsOption))
                } catch {
                    // A machine without ::1 fails in more ways than libsoup expects.
                    try listen(port: port, options: onlyIPv4)
                }
            }
        } catch let error as GLibError {
            throw LanyardError(
                .network,
                "cannot listen on port \(port) of the loopback address: \(error.message)",
                hint: "Choose another port, or 0 for a free one.",
                underlying: error
            )
        }
        return try currentPort()
    }

    private func listen(port: Int, options: SoupServerListenOptions) throws {
        _ = try glibTry { soup_server_listen_local(soup.opaque, guint(port), options, &$0) }
    }

    private func currentPort() throws -> Int {
        guard let list = soup_server_get_listeners(soup.opaque) else { return 0 }
        defer { g_slist_free(list) }
        guard let socket = g_slist_last(list)?.pointee.data else { return 0 }
        let address = try glibTry { g_socket_get_local_address(socket.assumingMemoryBound(to: GSocket.self), &$0) }
        guard let address else { return 0 }
        let owner = ObjectRef(owning: UnsafeMutableRawPointer(address))
        return Int(g_inet_socket_address_get_port(owner.cast()))
    }

    /// Serves a connection that something else accepted; it is closed after one reply where this server does not listen itself.
    func accept(_ stream: ByteStream) throws {
        _ = try glibTry {
            soup_server_accept_iostream(
                soup.opaque,
                stream.object.cast(),
                stream.localAddress?.cast(),
                stream.remoteAddress?.cast(),
                &$0
            )
        }
    }

    /// Waits until the replies under way are written, but not longer than `limit`.
    package func drain(limit: Duration) async { await exchanges.drain(limit: limit) }

    /// Stops to listen and closes every connection; the port is free when this returns.
    package func stop() {
        exchanges.stop()
        soup_server_disconnect(soup.opaque)
    }
}
