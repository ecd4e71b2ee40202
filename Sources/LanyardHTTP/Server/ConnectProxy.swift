internal import CGio
package import GLibBridge
internal import LanyardCore

/// A proxy on loopback that is itself the servers it is asked for.
///
/// Clients keep the real host names and are told to use this proxy; it plays the hosts that are ours and refuses all others. It
/// never connects to anything.
@GLibActor
package final class ConnectProxy {
    private let server: HTTPServer
    private let certificate: ObjectRef
    private let isOurs: @Sendable (String, Int) -> Bool
    private let service: ObjectRef
    private var connections: [ObjectIdentifier: (stream: ByteStream, task: Task<Void, Never>)] = [:]
    private let limit = Duration.seconds(30)

    /// Makes a proxy that listens nowhere yet.
    ///
    /// `tls` is shown for every host, `isOurs` gets the host in small letters and the port, and `server` answers what is asked
    /// through the tunnel. It should listen somewhere itself, since otherwise a tunnel carries one request only.
    package init(
        server: HTTPServer,
        tls: TLSIdentity,
        isOurs: @escaping @Sendable (_ host: String, _ port: Int) -> Bool
    ) throws {
        self.server = server
        self.isOurs = isOurs
        certificate = try tls.makeCertificate()
        guard let made = g_socket_service_new() else {
            throw LanyardError(.internalFault, "GIO made no socket service")
        }
        service = ObjectRef(owning: UnsafeMutableRawPointer(made))
    }

    isolated deinit { stop() }

    /// Starts to listen on 127.0.0.1 and gives the port: `port`, or one that the system chose where that is 0.
    package func listen(port: Int = 0) throws -> Int {
        let loopback = ObjectRef(
            owning: UnsafeMutableRawPointer(g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4))
        )
        let wanted = ObjectRef(
            owning: UnsafeMutableRawPointer(g_inet_socket_address_new(loopback.cast(), guint16(clamping: port)))
        )
        var effective: UnsafeMutablePointer<GSocketAddress>?
        do {
            _ = try glibTry {
                g_socket_listener_add_address(
                    service.cast(),
                    wanted.cast(),
                    G_SOCKET_TYPE_STREAM,
                    G_SOCKET_PROTOCOL_TCP,
                    nil,
                    &effective,
                    &$0
                )
            }
        } catch let error as GLibError {
            throw LanyardError(
                .network,
                "the proxy cannot listen on port \(port) of 127.0.0.1: \(error.message)",
                hint: "Choose another port, or 0 for a free one.",
                underlying: error
            )
        }
        watch()
        guard let effective else { return port }
        let owner = ObjectRef(owning: UnsafeMutableRawPointer(effective))
        return Int(g_inet_socket_address_get_port(owner.cast()))
    }

    /// Stops to listen and ends the handshakes under way; tunnels belong to the server and stay.
    package func stop() {
        g_socket_service_stop(service.cast())
        g_socket_listener_close(service.cast())
        for connection in connections.values {
            connection.task.cancel()
            connection.stream.close()
        }
        connections = [:]
    }

    private func watch() {
        let incoming:
            @convention(c) (
                gpointer?, UnsafeMutablePointer<GSocketConnection>?, gpointer?, gpointer?
            ) -> gboolean = { _, connection, _, data in
                guard let connection, let data else { return 0 }
                Unmanaged<WeakProxy>.fromOpaque(data).takeUnretainedValue().proxy?.accepted(connection)
                return 1
            }
        g_signal_connect_data(
            service.raw,
            "incoming",
            unsafeBitCast(incoming, to: GCallback.self),
            Unmanaged.passRetained(WeakProxy(self)).toOpaque(),
            { data, _ in if let data { Unmanaged<WeakProxy>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0)
        )
    }

    private func accepted(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        if let socket = g_socket_connection_get_socket(connection) {
            g_socket_set_timeout(socket, guint(limit.components.seconds))
        }
        let stream = ByteStream(
            ObjectRef(sharing: UnsafeMutableRawPointer(connection)),
            localAddress: (try? glibTry { g_socket_connection_get_local_address(connection, &$0) })
                .flatMap { $0 }.map { ObjectRef(owning: UnsafeMutableRawPointer($0)) },
            remoteAddress: (try? glibTry { g_socket_connection_get_remote_address(connection, &$0) })
                .flatMap { $0 }.map { ObjectRef(owning: UnsafeMutableRawPointer($0)) }
        )
        let id = ObjectIdentifier(stream)
        let task = Task { @GLibActor in
            // A client that breaks off, is too slow or does not trust us loses its connection; there is nobody to tell.
            if (try? await self.serve(stream)) != true { stream.close() }
            self.connections[id] = nil
        }
        connections[id] = (stream, task)
    }

    /// Gives whether the connection was handed to the server.
    private func serve(_ stream: ByteStream) async throws -> Bool {
        switch ConnectRequest.read(try await readHead(stream)) {
        case .malformed: try await refuse(stream, "400 Bad Request")
        case .forward: try await refuse(stream, "403 Forbidden")
        case .tunnel(let host, let port) where !isOurs(host, port): try await refuse(stream, "403 Forbidden")
        case .tunnel:
            try await stream.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), limit: limit)
            try server.accept(try await handshake(stream))
            return true
        }
        return false
    }

    private func readHead(_ stream: ByteStream) async throws -> [UInt8] {
        let end = ContinuousClock.now + limit
        var head: [UInt8] = []
        while head.count < 16384 {
            let piece = try await stream.read(upTo: 4096, limit: ContinuousClock.now.duration(to: end))
            guard !piece.isEmpty else { return [] }
            head += piece
            if head.suffix(4) == [13, 10, 13, 10] { return head }
        }
        return []
    }

    private func refuse(_ stream: ByteStream, _ status: String) async throws {
        let text = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        try await stream.write(Array(text.utf8), limit: limit)
        await stream.discardInput(atMost: 65536, limit: .seconds(1))
    }

    private func handshake(_ stream: ByteStream) async throws -> ByteStream {
        let made = try glibTry { g_tls_server_connection_new(stream.object.cast(), certificate.cast(), &$0) }
        guard let made else { throw LanyardError(.internalFault, "GIO made no TLS connection") }
        let tls = ObjectRef(owning: UnsafeMutableRawPointer(made))
        g_tls_connection_set_require_close_notify(tls.cast(), 0)
        try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                g_tls_connection_handshake_async(tls.cast(), G_PRIORITY_DEFAULT, cancellable, ready, data)
            },
            finish: { _, result in _ = try glibTry { g_tls_connection_handshake_finish(tls.cast(), result, &$0) } }
        )
        return ByteStream(tls, localAddress: stream.localAddress, remoteAddress: stream.remoteAddress)
    }
}

/// Keeps the service from keeping the proxy alive.
private final class WeakProxy: Sendable {
    weak let proxy: ConnectProxy?
    init(_ proxy: ConnectProxy) { self.proxy = proxy }
}
