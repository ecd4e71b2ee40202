internal import CGio
internal import CSoup
internal import GLibBridge

/// How libsoup's callbacks reach the exchanges.
extension Exchanges {
    /// Handles every request of the server.
    func serve(_ server: ObjectRef) {
        // "*" is the target of `OPTIONS *`, which libsoup does not count to "/".
        for path in ["/", "*"] {
            soup_server_add_early_handler(
                server.opaque,
                path,
                { _, message, _, _, data in
                    guard let message, let table = Exchanges.borrow(data) else { return }
                    table.began(message)
                },
                retainedData,
                { Exchanges.release($0) }
            )
            soup_server_add_handler(
                server.opaque,
                path,
                { _, message, _, _, data in
                    guard let message, let table = Exchanges.borrow(data) else { return }
                    table.completed(message)
                },
                retainedData,
                { Exchanges.release($0) }
            )
        }
        let started: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { _, message, data in
            guard let socket = soup_server_message_get_socket(message), let table = Exchanges.borrow(data) else {
                return
            }
            table.connected(socket)
        }
        connect(server.raw, "request-started", unsafeBitCast(started, to: GCallback.self))
    }

    /// Follows one message to its end.
    func watch(_ message: OpaquePointer) {
        let chunk: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { message, bytes, data in
            guard let message, let bytes, let table = Exchanges.borrow(data) else { return }
            table.received(message, count: Int(g_bytes_get_size(bytes)))
        }
        let finished: @convention(c) (OpaquePointer?, gpointer?) -> Void = { message, data in
            guard let message, let table = Exchanges.borrow(data) else { return }
            table.ended(message)
        }
        connect(UnsafeMutableRawPointer(message), "got-chunk", unsafeBitCast(chunk, to: GCallback.self))
        connect(UnsafeMutableRawPointer(message), "finished", unsafeBitCast(finished, to: GCallback.self))
    }

    private func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(
            object,
            signal,
            callback,
            retainedData,
            { data, _ in Exchanges.release(data) },
            GConnectFlags(rawValue: 0)
        )
    }

    private var retainedData: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    private nonisolated static func borrow(_ data: gpointer?) -> Exchanges? {
        data.map { Unmanaged<Exchanges>.fromOpaque($0).takeUnretainedValue() }
    }

    private nonisolated static func release(_ data: gpointer?) {
        if let data { Unmanaged<Exchanges>.fromOpaque(data).release() }
    }
}
