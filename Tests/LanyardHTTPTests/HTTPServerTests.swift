import Foundation
import GLibBridge
import LanyardCore
import LanyardHTTP
import Testing

@Suite("The server")
struct HTTPServerTests {
    /// Runs a plain server around the body and stops it.
    @GLibActor
    static func withServer<Result: Sendable>(
        maximumBodySize: Int = 1024,
        idleLimit: Duration = .seconds(60),
        handler: @escaping HTTPServer.Handler,
        _ body: @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        let server = try HTTPServer(tls: nil, maximumBodySize: maximumBodySize, idleLimit: idleLimit, handler: handler)
        defer { server.stop() }
        return try await body(try server.listen(addresses: .loopbackIPv4))
    }

    /// Answers with what it was asked.
    static let echo: HTTPServer.Handler = { request in
        let text = "\(request.method) \(request.scheme) \(request.host) \(request.path) \(request.query ?? "-") "
        return ServerReply(headers: [HTTPField("X-One", "1")], body: Array(text.utf8) + request.body)
    }

    @Test(
        "paths and queries arrive as they were sent",
        arguments: [
            "/a//b", "//a", "/a%2Fb%20", "/a;b=c", "/common//oauth2//v2.0/authorize/", "/a?x=%2F+%25&y&&y=//", "/a?",
        ]
    )
    func rawTargets(target: String) async throws {
        let seen = try await Self.seenTarget(target)
        #expect(seen == target)
    }

    @Test(
        "dot segments and needless escapes, which mean the same without, are resolved",
        arguments: [("/a/../b", "/b"), ("/a/./b/.", "/a/b/"), ("/../..//a", "//a"), ("/%7E%41?%41", "/~A?A")]
    )
    func equivalentTargets(target: String, equivalent: String) async throws {
        let seen = try await Self.seenTarget(target)
        #expect(seen == equivalent)
    }

    @Test("a broken escape in the path is a bad request")
    func brokenEscape() async throws {
        try await Self.withServer(handler: Self.echo) { port -> Void in
            let status = try await RawClient.status(port: port, "GET /a/%zz HTTP/1.1")
            #expect(status == 400)
        }
    }

    private static func seenTarget(_ target: String) async throws -> String {
        let handler: HTTPServer.Handler = { request in
            ServerReply(body: Array((request.path + (request.query.map { "?" + $0 } ?? "")).utf8))
        }
        let reply = try await withServer(handler: handler) { port in
            try await RawClient.page(port: port, "GET \(target) HTTP/1.1")
        }
        return reply.components(separatedBy: "\r\n\r\n").last ?? ""
    }

    @Test("a connection carries more than one request, and HEAD has no body")
    func keepAlive() async throws {
        try await Self.withServer(handler: Self.echo) { port in
            let client = try await RawClient.connect(port: port)
            defer { client.close() }
            try await client.send("POST /p HTTP/1.1\r\nHost: h:1\r\nContent-Length: 5\r\n\r\nhello")
            #expect(try await client.read(until: "POST http h:1 /p - hello").hasPrefix("HTTP/1.1 200 "))
            try await client.send("HEAD /q HTTP/1.1\r\nHost: h:1\r\nConnection: close\r\n\r\n")
            let head = try await client.readToEnd()
            #expect(head.hasSuffix("\r\n\r\n"))
            #expect(head.contains("Content-Length: 19\r\n"))
            #expect(head.contains("X-One: 1\r\n"))
        }
    }

    @Test("a client that asks first gets its 100, or 413 at once")
    func expectations() async throws {
        try await Self.withServer(handler: Self.echo) { port in
            let client = try await RawClient.connect(port: port)
            defer { client.close() }
            try await client.send(
                "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            try await client.send("hi")
            #expect(try await client.readToEnd().hasSuffix(" hi"))
            let refused = try await RawClient.connect(port: port)
            defer { refused.close() }
            try await refused.send(
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await refused.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a body over the limit gets 413 without being read whole")
    func bodyLimit() async throws {
        try await Self.withServer(handler: Self.echo) { port in
            let sized = try await RawClient.connect(port: port)
            defer { sized.close() }
            try await sized.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000000\r\n\r\nonly this")
            #expect(try await sized.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
            let chunked = try await RawClient.connect(port: port)
            defer { chunked.close() }
            try await chunked.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await chunked.send("400\r\n" + String(repeating: "x", count: 1024) + "\r\n1\r\ny\r\n")
            #expect(try await chunked.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
            let exact = try await RawClient.status(
                port: port,
                "POST / HTTP/1.1",
                body: String(repeating: "x", count: 1024)
            )
            #expect(exact == 200)
        }
    }

    @Test("a cut reply ends after the bytes asked for, a closed one has none")
    func faults() async throws {
        let handler: HTTPServer.Handler = { request in
            ServerReply(body: Array("0123456789".utf8), delivery: request.path == "/cut" ? .cut(afterBytes: 4) : .close)
        }
        try await Self.withServer(handler: handler) { port in
            let cut = try await RawClient.page(port: port, "GET /cut HTTP/1.1")
            #expect(cut.contains("Content-Length: 10\r\n"))
            #expect(cut.hasSuffix("\r\n\r\n0123"))
            #expect(try await RawClient.page(port: port, "GET /close HTTP/1.1").isEmpty)
        }
    }

    @Test("a silent client, a half sent head and a slow reply keep nobody waiting")
    func slowClients() async throws {
        let handler: HTTPServer.Handler = { request in
            if request.path == "/slow" { try? await GLibActor.sleep(.seconds(600)) }
            return ServerReply(body: Array("done".utf8))
        }
        try await Self.withServer(handler: handler) { port in
            let silent = try await RawClient.connect(port: port)
            let half = try await RawClient.connect(port: port)
            let slow = try await RawClient.connect(port: port)
            defer { for client in [silent, half, slow] { client.close() } }
            try await half.send("GET / HTTP/1.1\r\nHo")
            try await slow.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await RawClient.page(port: port, "GET / HTTP/1.1").hasSuffix("done"))
        }
    }

    @Test("a connection on which nothing moves is closed")
    func idle() async throws {
        try await Self.withServer(idleLimit: .seconds(1), handler: Self.echo) { port in
            let silent = try await RawClient.connect(port: port)
            defer { silent.close() }
            _ = try await silent.readToEnd()
        }
    }

    @Test("a stopped server closes its connections and frees its port")
    @GLibActor
    func stops() async throws {
        let server = try HTTPServer(tls: nil, handler: Self.echo)
        let port = try server.listen(addresses: .loopbackIPv4)
        let open = try await RawClient.connect(port: port)
        defer { open.close() }
        try await open.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await open.read(until: "/ - ")
        server.stop()
        #expect(try await open.readToEnd().isEmpty)
        await #expect(throws: RawClient.Failure.self) { try await RawClient.connect(port: port) }
        let next = try HTTPServer(tls: nil, handler: Self.echo)
        defer { next.stop() }
        #expect(try next.listen(port: port, addresses: .loopbackIPv4) == port)
    }

    @Test("a port that is taken is named")
    @GLibActor
    func portInUse() async throws {
        let first = try HTTPServer(tls: nil, handler: Self.echo)
        let second = try HTTPServer(tls: nil, handler: Self.echo)
        defer {
            first.stop()
            second.stop()
        }
        let port = try first.listen()
        let error = #expect(throws: LanyardError.self) { try second.listen(port: port) }
        #expect(error?.code == .network)
        #expect(error?.message.contains("\(port)") == true)
    }

    @Test("a reply's field cannot add another line to the head")
    func headerInjection() async throws {
        let handler: HTTPServer.Handler = { _ in ServerReply(headers: [HTTPField("X-A", "b\r\nX-Evil: 1")]) }
        let reply = try await Self.withServer(handler: handler) { try await RawClient.page(port: $0, "GET / HTTP/1.1") }
        #expect(reply.contains("X-A: b  X-Evil: 1\r\n"))
    }

    @Test("a client that speaks TLS 1.1 at most is turned away")
    func oldTLS() async throws {
        // A client hello of version 3.2 with ECDHE-ECDSA-AES-SHA, curve P-256 and uncompressed points.
        let extensions: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0]
        let rest: [UInt8] = [0, 0, 4, 0xc0, 0x0a, 0xc0, 0x09, 1, 0, 0, UInt8(extensions.count)] + extensions
        let hello: [UInt8] = [3, 2] + [UInt8](repeating: 7, count: 32) + rest
        let handshake: [UInt8] = [1, 0, 0, UInt8(hello.count)] + hello
        let answer = try await withTLSServer(handler: Self.echo) { port in
            let client = try await RawClient.connect(port: port)
            defer { client.close() }
            try await client.send(bytes: [22, 3, 1, 0, UInt8(handshake.count)] + handshake)
            return try await client.readToEnd()
        }
        // Nothing or an alert, where a handshake that goes on would begin with 22 and wait for more.
        #expect(answer.utf8.first != 22)
    }
}
