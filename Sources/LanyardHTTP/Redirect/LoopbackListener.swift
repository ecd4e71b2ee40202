internal import GLibBridge
package import LanyardCore

/// Waits for redirects on 127.0.0.1, and on ::1 with the same port, where `localhost` may lead too.
package struct LoopbackListener: RedirectListener {
    package init() {}

    package func start(path: String) async throws -> any RedirectSession { try await LoopbackSession(path: path) }
}

/// One listening port, for one sign-in.
@GLibActor
private final class LoopbackSession: RedirectSession {
    nonisolated let port: Int
    private let desk: RedirectDesk
    private let server: HTTPServer

    init(path: String) throws {
        let desk = RedirectDesk(path: path)
        self.desk = desk
        server = try HTTPServer(tls: nil, maximumBodySize: 64 << 10, idleLimit: .seconds(30)) { request in
            await desk.answer(request)
        }
        port = try server.listen()
    }

    func wait(
        method: String,
        judge: @escaping @Sendable ([RedirectField]) async -> RedirectJudgement
    ) async throws -> [RedirectField] {
        try await desk.wait(method: method, judge: judge)
    }

    func stop() async {
        desk.end(throwing: CancellationError())
        // The page that says how it ended is still on its way to the browser.
        await server.drain(limit: .seconds(1))
        server.stop()
    }
}
