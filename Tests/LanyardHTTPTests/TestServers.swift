import GLibBridge
import LanyardCore
import LanyardHTTP

/// Runs a TLS server with the test's certificate around the body.
@GLibActor
func withTLSServer<Result: Sendable>(
    handler: @escaping HTTPServer.Handler,
    _ body: @Sendable (_ port: Int) async throws -> Result
) async throws -> Result {
    let server = try HTTPServer(tls: TestIdentity.tls, handler: handler)
    defer { server.stop() }
    return try await body(try server.listen())
}

/// Runs a proxy that plays `login.microsoftonline.com` and `login.live.com` around the body.
@GLibActor
func withProxy<Result: Sendable>(
    handler: @escaping HTTPServer.Handler,
    _ body: @Sendable (_ port: Int) async throws -> Result
) async throws -> Result {
    let server = try HTTPServer(tls: TestIdentity.tls, handler: handler)
    _ = try server.listen()
    let proxy = try ConnectProxy(server: server, tls: TestIdentity.tls) { host, port in
        ["login.microsoftonline.com", "login.live.com"].contains(host) && port == 443
    }
    defer {
        proxy.stop()
        server.stop()
    }
    return try await body(try proxy.listen())
}

/// Runs the body with a transport that trusts the test's authority.
func withTransport<Result: Sendable>(
    environment: [String: String] = [:],
    _ body: (SoupTransport) async throws -> Result
) async throws -> Result {
    try await TestIdentity.withAuthorityFile { file in
        try await body(SoupTransport(version: "1.2.3", authorityFile: file, environment: environment))
    }
}

/// The error that the body throws, where it is one of ours.
func failure(_ body: () async throws -> Void) async throws -> LanyardError? {
    do {
        try await body()
        return nil
    } catch let error as LanyardError {
        return error
    }
}
