internal import CGio
internal import GLibBridge

/// A connection's bytes, for what is said on it before or after HTTP.
@GLibActor
final class ByteStream {
    let object: ObjectRef
    let localAddress: ObjectRef?
    let remoteAddress: ObjectRef?

    init(_ object: ObjectRef, localAddress: ObjectRef? = nil, remoteAddress: ObjectRef? = nil) {
        self.object = object
        self.localAddress = localAddress
        self.remoteAddress = remoteAddress
    }

    /// The next bytes, at most that many; none at the end.
    func read(upTo count: Int, limit: Duration) async throws -> [UInt8] {
        let object = self.object
        return try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                let input = g_io_stream_get_input_stream(object.cast())
                g_input_stream_read_bytes_async(input, gsize(count), G_PRIORITY_DEFAULT, cancellable, ready, data)
            },
            finish: { _, result in
                let input = g_io_stream_get_input_stream(object.cast())
                guard let bytes = try glibTry({ g_input_stream_read_bytes_finish(input, result, &$0) }) else {
                    return []
                }
                defer { g_bytes_unref(bytes) }
                return Array(glibBytes: bytes)
            }
        )
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8], limit: Duration) async throws {
        let object = self.object
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        defer { buffer.deallocate() }
        try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                let output = g_io_stream_get_output_stream(object.cast())
                g_output_stream_write_all_async(
                    output,
                    buffer.baseAddress,
                    gsize(buffer.count),
                    G_PRIORITY_DEFAULT,
                    cancellable,
                    ready,
                    data
                )
            },
            finish: { _, result in
                let output = g_io_stream_get_output_stream(object.cast())
                _ = try glibTry { g_output_stream_write_all_finish(output, result, nil, &$0) }
            }
        )
    }

    /// Reads and forgets what the client still sends, so that closing does not destroy an answer that is on its way.
    func discardInput(atMost total: Int, limit: Duration) async {
        let end = ContinuousClock.now + limit
        var left = total
        while left > 0, ContinuousClock.now < end {
            guard let bytes = try? await read(upTo: 16384, limit: ContinuousClock.now.duration(to: end)), !bytes.isEmpty
            else { return }
            left -= bytes.count
        }
    }

    /// Closes without waiting for the other side.
    func close() { g_io_stream_close_async(object.cast(), G_PRIORITY_DEFAULT, nil, nil, nil) }
}

extension [UInt8] {
    /// A copy of the bytes.
    init(glibBytes bytes: OpaquePointer) {
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        self = Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
