package import LanyardCore

extension Application {
    /// Sends one request by the application's transport: its trust, its proxy, no redirects.
    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await engine.ports.transport.send(request)
    }
}
