internal import CGio
internal import CSoup
internal import GLibBridge
internal import LanyardCore

/// One request and its reply.
@GLibActor
final class Exchange {
    let message: ObjectRef
    /// How much of the body came so far.
    var received = 0
    /// Whether the body is complete and a reply is being made or written.
    var isAnswering = false
    /// Whether libsoup is done with the message, or the message was taken from it.
    var isOver = false
    var task: Task<Void, Never>?

    init(message: OpaquePointer) { self.message = ObjectRef(sharing: UnsafeMutableRawPointer(message)) }

    /// The request, once its body is complete.
    func request() -> ServerRequest {
        let message = self.message.opaque
        var request = ServerRequest()
        request.method = soup_server_message_get_method(message).map { String(cString: $0) } ?? ""
        request.headers = headerFields(soup_server_message_get_request_headers(message))
        request.host = request.header("Host") ?? ""
        if let uri = soup_server_message_get_uri(message) {
            request.scheme = g_uri_get_scheme(uri).map { String(cString: $0) } ?? ""
            request.path = g_uri_get_path(uri).map { String(cString: $0) } ?? ""
            request.query = g_uri_get_query(uri).map { String(cString: $0) }
        }
        if let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message)) {
            request.body = Array(glibBytes: bytes)
            g_bytes_unref(bytes)
        }
        request.remoteAddress = remoteAddress(message)
        return request
    }

    /// Hands libsoup the reply to write.
    func reply(_ reply: ServerReply) {
        let message = self.message.opaque
        // libsoup would answer a Range by itself.
        soup_message_headers_remove(soup_server_message_get_request_headers(message), "Range")
        soup_server_message_set_status(message, guint(reply.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        for field in reply.safeHeaders { soup_message_headers_append(headers, field.name, field.value) }
        reply.body.withUnsafeBytes { bytes in
            soup_message_body_append(
                soup_server_message_get_response_body(message),
                SOUP_MEMORY_COPY,
                bytes.baseAddress,
                gsize(bytes.count)
            )
        }
        soup_server_message_unpause(message)
    }

    /// Takes the connection away from libsoup.
    ///
    /// Never inside one of libsoup's own callbacks, which would go on with it.
    func stealConnection() -> ByteStream? {
        guard let stream = soup_server_message_steal_connection(message.opaque) else { return nil }
        return ByteStream(ObjectRef(owning: UnsafeMutableRawPointer(stream)))
    }

    private func remoteAddress(_ message: OpaquePointer) -> String {
        guard let address = soup_server_message_get_remote_address(message) else { return "" }
        let inet = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
        guard let text = g_inet_address_to_string(g_inet_socket_address_get_address(inet)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
