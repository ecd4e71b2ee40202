import GLibBridge
import LanyardCore
import LanyardFiles
import LanyardHTTP

/// A running emulator: the platform behind its TLS port, its proxy and its control port.
@GLibActor
final class Emulator {
    /// How it is to run.
    struct Plan: Sendable {
        var folder: StateFolder
        var world: World
        var port = 0
        var proxyPort = 0
        /// Nothing keeps the mode of the last run.
        var mode: String?
    }

    let running: RunningEmulator
    let platform: Platform
    private let folder: StateFolder
    private var lock: StateLock?
    private let server: HTTPServer
    private let proxy: ConnectProxy
    private let control: HTTPServer

    init(_ plan: Plan) async throws {
        folder = plan.folder
        let random = Entropy()
        let clock = SystemClock()
        let files = folder.files
        try files.write("README.txt", Array(Self.notice.utf8))
        lock = try folder.lock()
        let identity = try Identity(files: files, random: random, now: clock.now(), systemRoots: SystemRoots.read())
        let store = FileStateStore(files: files)
        var state = try store.load(random: random, now: clock.now())
        if let mode = plan.mode, let strictness = Strictness(mode: mode) { state.strictness = strictness }
        let service = try Service(world: plan.world, state: state, random: random)
        let platform = Platform(service: service, clock: clock, store: store, sink: folder.log)
        self.platform = platform
        server = try HTTPServer(tls: identity.tls) { await ServerEdge.answer($0, by: platform) }
        proxy = try ConnectProxy(server: server, tls: identity.tls) { host, _ in ServedHosts.isServed(host) }
        let key = Secret(random.token(bytes: 32))
        control = try HTTPServer(tls: nil) { await ControlEdge.answer($0, by: platform, key: key) }
        let port = try server.listen(port: plan.port)
        let proxyPort = try proxy.listen(port: plan.proxyPort)
        let controlPort = try control.listen(addresses: .loopbackIPv4)
        await platform.setPublicPort(port)
        await platform.save()
        running = RunningEmulator(
            authorityHost: "https://localhost:\(port)",
            proxy: "http://127.0.0.1:\(proxyPort)",
            control: "http://127.0.0.1:\(controlPort)",
            key: key,
            state: folder.path
        )
        try running.save(to: folder)
    }

    private static let notice = """
        The state of lanyard-emulator: throw-away certificates, keys and tokens that are good for nothing else.
        Remove the folder to start anew. Never add ca.pem to the certificates that your system or browser trusts.

        """

    /// Answers what is under way, saves and ends.
    func stop() async throws {
        await platform.releaseAll()
        await server.drain(limit: .seconds(2))
        proxy.stop()
        server.stop()
        control.stop()
        await platform.save()
        try folder.files.remove(RunningEmulator.file)
        lock = nil
    }
}

/// Turns the server's requests into the platform's and its answers back.
enum ServerEdge {
    static func answer(_ request: ServerRequest, by platform: Platform) async -> ServerReply {
        let reply = await platform.handle(
            Request(
                method: request.method,
                host: request.host,
                path: request.path,
                query: request.query,
                headers: request.headers,
                body: request.body
            )
        )
        let delivery: ServerReply.Delivery =
            switch reply.delivery {
            case .whole: .whole
            case .cut(let bytes): .cut(afterBytes: bytes)
            case .close: .close
            }
        return ServerReply(status: reply.status, headers: reply.headers, body: reply.body, delivery: delivery)
    }
}
