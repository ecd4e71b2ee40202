internal import CGio
internal import CSoup
internal import GLibBridge
internal import LanyardCore

/// The requests of one server that are under way.
@GLibActor
final class Exchanges {
    private let handler: HTTPServer.Handler
    private let maximumBodySize: Int
    private let idleLimit: Duration
    private var active: [OpaquePointer: Exchange] = [:]
    private var strays: [ObjectIdentifier: ByteStream] = [:]
    private var sockets: [ObjectRef] = []
    private var waiters: [DrainWaiter] = []

    init(handler: @escaping HTTPServer.Handler, maximumBodySize: Int, idleLimit: Duration) {
        self.handler = handler
        self.maximumBodySize = maximumBodySize
        self.idleLimit = idleLimit
    }

    /// A connection is there, or the next request on it is awaited: it may not stay silent for ever.
    func connected(_ socket: UnsafeMutablePointer<GSocket>) {
        g_socket_set_timeout(socket, guint(idleLimit.components.seconds))
        sockets.removeAll { $0.raw == UnsafeMutableRawPointer(socket) || g_socket_is_closed($0.cast()) != 0 }
        sockets.append(ObjectRef(sharing: UnsafeMutableRawPointer(socket)))
    }

    /// The head is there: judge the body's length before reading it.
    func began(_ message: OpaquePointer) {
        let exchange = Exchange(message: message)
        active[message] = exchange
        watch(message)
        let length = soup_message_headers_get_content_length(soup_server_message_get_request_headers(message))
        if length > Int64(maximumBodySize) { refuseBody(exchange) }
    }

    /// A piece of the body is there.
    func received(_ message: OpaquePointer, count: Int) {
        guard let exchange = active[message], !exchange.isOver else { return }
        exchange.received += count
        if exchange.received > maximumBodySize { refuseBody(exchange) }
    }

    /// The request is complete.
    func completed(_ message: OpaquePointer) {
        guard let exchange = active[message], !exchange.isOver else { return }
        let request = exchange.request()
        let handler = self.handler
        exchange.isAnswering = true
        soup_server_message_pause(message)
        exchange.task = Task { @GLibActor in
            let reply = await handler(request)
            guard !exchange.isOver else { return }
            switch reply.delivery {
            case .whole: exchange.reply(reply)
            case .cut(let count): await self.cut(exchange, reply, after: count)
            case .close: if let stream = self.take(exchange) { self.release(stream) }
            }
        }
    }

    /// libsoup is done with the message, well or not.
    func ended(_ message: OpaquePointer) {
        guard let exchange = active.removeValue(forKey: message) else { return }
        exchange.isOver = true
        wakeWaiters()
    }

    /// Waits until no reply is under way.
    func drain(limit: Duration) async {
        guard active.values.contains(where: \.isAnswering) else { return }
        let waiter = DrainWaiter()
        waiters.append(waiter)
        await waiter.wait(limit: limit)
    }

    /// Forgets everything; what is not answered yet stays unanswered.
    func stop() {
        for exchange in active.values {
            exchange.isOver = true
            exchange.task?.cancel()
        }
        active = [:]
        for stream in strays.values { stream.close() }
        strays = [:]
        // libsoup closes at once, and a TLS goodbye to a client that does not read would wait for the idle limit.
        for socket in sockets { g_socket_set_timeout(socket.cast(), 1) }
        sockets = []
        wakeWaiters()
    }

    private func cut(_ exchange: Exchange, _ reply: ServerReply, after count: Int) async {
        guard let stream = take(exchange) else { return }
        try? await stream.write(reply.head(reason: "Cut") + reply.body.prefix(max(count, 0)), limit: idleLimit)
        release(stream)
    }

    /// Answers 413 without the rest of the body.
    ///
    /// libsoup would first read all of it, so the connection is taken away from it, in a later turn of the loop.
    private func refuseBody(_ exchange: Exchange) {
        guard exchange.task == nil else { return }
        soup_server_message_pause(exchange.message.opaque)
        exchange.task = Task { @GLibActor in
            guard !exchange.isOver, let stream = self.take(exchange) else { return }
            let reply = ServerReply(status: 413)
            try? await stream.write(reply.head(reason: "Content Too Large"), limit: self.idleLimit)
            await stream.discardInput(atMost: 4 << 20, limit: .seconds(2))
            self.release(stream)
        }
    }

    private func take(_ exchange: Exchange) -> ByteStream? {
        guard !exchange.isOver else { return nil }
        let stream = exchange.stealConnection()
        ended(exchange.message.opaque)
        if let stream { strays[ObjectIdentifier(stream)] = stream }
        return stream
    }

    private func release(_ stream: ByteStream) {
        if strays.removeValue(forKey: ObjectIdentifier(stream)) != nil { stream.close() }
    }

    private func wakeWaiters() {
        guard !active.values.contains(where: \.isAnswering) else { return }
        for waiter in waiters { waiter.wake() }
        waiters = []
    }
}
