internal import CGio
internal import CSoup
internal import GLibBridge
internal import LanyardCore

/// One session of libsoup.
@GLibActor
final class SoupClient {
    private let session: ObjectRef
    private let anchors: TrustAnchors?
    /// The proxy that is used for most hosts.
    let proxy: String?

    init(userAgent: String, anchors: TrustAnchors?, proxy: ProxySettings) throws {
        try SoupLibrary.load()
        guard let made = soup_session_new() else { throw LanyardError(.internalFault, "libsoup made no session") }
        session = ObjectRef(owning: UnsafeMutableRawPointer(made))
        self.anchors = anchors
        self.proxy = proxy.proxy
        soup_session_set_user_agent(session.opaque, userAgent)
        soup_session_set_idle_timeout(session.opaque, 30)
        // Replies are small, and what a reply unpacks to should not be more than what was counted.
        soup_session_remove_feature_by_type(session.opaque, soup_content_decoder_get_type())
        // It answers nothing but the proxy, whose password is in its URL.
        if !proxy.hasCredentials {
            soup_session_remove_feature_by_type(session.opaque, soup_auth_manager_get_type())
        }
        useProxy(proxy)
    }

    isolated deinit { soup_session_abort(session.opaque) }

    private func useProxy(_ settings: ProxySettings) {
        // Without a default the resolver sends everything directly; plain http, which stays on this machine, among it.
        guard let resolver = g_simple_proxy_resolver_new(nil, nil) else { return }
        let owner = ObjectRef(owning: UnsafeMutableRawPointer(resolver))
        if let proxy = settings.proxy {
            let names = settings.exceptions.map { g_strdup($0) } + [nil]
            defer { for name in names { g_free(name) } }
            var pointers = names
            g_simple_proxy_resolver_set_ignore_hosts(owner.cast(), &pointers)
            g_simple_proxy_resolver_set_uri_proxy(owner.cast(), "https", proxy)
        }
        soup_session_set_proxy_resolver(session.opaque, owner.opaque)
    }

    func send(_ request: HTTPRequest, to target: RequestTarget) async throws -> HTTPResponse {
        let end = ContinuousClock.now + request.limit
        let message = try makeMessage(request, target)
        let check = ServerCheck(anchors: anchors, target: target)
        check.watch(message)
        let stream: ObjectRef
        do {
            stream = try await start(message, limit: request.limit)
        } catch {
            if check.foundOldTLS { throw NetworkFailure.oldTLS(target: target) }
            throw error
        }
        do {
            let response = try head(of: message, target)
            return HTTPResponse(
                status: response.status,
                headers: response.headers,
                body: try await body(of: message, from: stream, request, target, until: end)
            )
        } catch {
            abandon(stream)
            throw error
        }
    }

    private func makeMessage(_ request: HTTPRequest, _ target: RequestTarget) throws -> ObjectRef {
        guard let made = soup_message_new(request.method, request.url) else {
            throw LanyardError(.invalidArgument, "the request's URL cannot be read").with { $0.field = "url" }
        }
        let message = ObjectRef(owning: UnsafeMutableRawPointer(made))
        let flags = SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE.rawValue
        soup_message_set_flags(message.opaque, SoupMessageFlags(rawValue: flags))
        if let body = request.body, let bytes = body.makeWipedBytes() {
            soup_message_set_request_body_from_bytes(message.opaque, nil, bytes)
            g_bytes_unref(bytes)
        }
        let headers = soup_message_get_request_headers(message.opaque)
        for field in request.headers { soup_message_headers_append(headers, field.name, field.value) }
        return message
    }

    /// Sends the request and waits for the reply's head.
    private func start(_ message: ObjectRef, limit: Duration) async throws -> ObjectRef {
        let session = self.session
        var stream: ObjectRef?
        try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                soup_session_send_async(session.opaque, message.opaque, G_PRIORITY_DEFAULT, cancellable, ready, data)
            },
            finish: { _, result in
                let made = try glibTry { soup_session_send_finish(session.opaque, result, &$0) }
                stream = made.map { ObjectRef(owning: UnsafeMutableRawPointer($0)) }
            }
        )
        guard let stream else { throw LanyardError(.internalFault, "libsoup gave no reply") }
        return stream
    }

    private func head(of message: ObjectRef, _ target: RequestTarget) throws -> (status: Int, headers: [HTTPField]) {
        let status = Int(soup_message_get_status(message.opaque).rawValue)
        // What a proxy says when it opens no tunnel came without the server's certificate.
        if target.isTLS, soup_message_get_tls_peer_certificate(message.opaque) == nil {
            throw NetworkFailure.refusedByProxy(target: target, status: status)
        }
        return (status, headerFields(soup_message_get_response_headers(message.opaque)))
    }

    private func body(
        of message: ObjectRef,
        from stream: ObjectRef,
        _ request: HTTPRequest,
        _ target: RequestTarget,
        until end: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        let headers = soup_message_get_response_headers(message.opaque)
        let announced = request.method == "HEAD" ? 0 : Int(soup_message_headers_get_content_length(headers))
        let tooLarge = NetworkFailure.tooLarge(target: target, limit: request.maximumReplySize)
        if announced > request.maximumReplySize { throw tooLarge }
        var body: [UInt8] = []
        while true {
            let piece = try await read(stream, limit: ContinuousClock.now.duration(to: end))
            if piece.isEmpty {
                // libsoup takes the end of the connection for the end of the body, whatever length was announced.
                guard body.count >= announced else { throw NetworkFailure.cut(target: target) }
                return body
            }
            body += piece
            if body.count > request.maximumReplySize { throw tooLarge }
        }
    }

    private func read(_ stream: ObjectRef, limit: Duration) async throws -> [UInt8] {
        try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                g_input_stream_read_bytes_async(stream.cast(), 65536, G_PRIORITY_DEFAULT, cancellable, ready, data)
            },
            finish: { _, result in
                guard let bytes = try glibTry({ g_input_stream_read_bytes_finish(stream.cast(), result, &$0) })
                else { return [] }
                defer { g_bytes_unref(bytes) }
                return Array(glibBytes: bytes)
            }
        )
    }

    /// Gives up the rest of a reply together with its connection.
    ///
    /// A close that is cancelled from the start neither reads on to keep the connection for later nor waits for the server,
    /// whatever libsoup does with a stream that is only dropped.
    private func abandon(_ stream: ObjectRef) {
        guard let cancelled = g_cancellable_new() else { return }
        g_cancellable_cancel(cancelled)
        g_input_stream_close_async(stream.cast(), G_PRIORITY_DEFAULT, cancelled, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(cancelled))
    }
}
