import Foundation
import GLibBridge
import LanyardCore
import LanyardHTTP
import Testing

@Suite("The redirect listener")
struct LoopbackListenerTests {
    /// Takes the state `S1` for ours, as the engine does.
    @Sendable
    static func judge(_ fields: [RedirectField]) async -> RedirectJudgement {
        guard fields.contains(RedirectField("state", "S1")) else { return .foreign }
        guard let error = fields.first(where: { $0.name == "error" }) else { return .success }
        let description = fields.first { $0.name == "error_description" }?.value
        return .failure(message: description ?? error.value)
    }

    /// Runs the body beside a wait, ends both and gives the wait's result.
    static func withListener(
        path: String = "/",
        method: String = "GET",
        _ body: (_ port: Int) async throws -> Void
    ) async throws -> [RedirectField] {
        let session = try await LoopbackListener().start(path: path)
        let wait = Task { try await session.wait(method: method, judge: judge) }
        do {
            try await body(session.port)
        } catch {
            await session.stop()
            throw error
        }
        await session.stop()
        return try await wait.value
    }

    static let form = ["Content-Type: application/x-www-form-urlencoded"]

    @Test("favicon, wrong state, wrong verb, wrong path and doubled fields never end the wait")
    func foreignRequests() async throws {
        let sequence = [
            ("GET /favicon.ico", 404), ("GET /?code=EVIL&state=WRONG", 400), ("GET /?error=access_denied", 400),
            ("HEAD /?code=C1&state=S1", 405), ("POST /?code=C1&state=S1", 405), ("GET /other?code=C1&state=S1", 404),
            ("GET /?code=C1&code=C2&state=S1", 400), ("GET /", 400), ("GET /?state=S1&code=%C3%28", 400),
            ("GET /?state=S1&code=%2", 400), ("GET /?code=C1&state=S1", 200), ("GET /favicon.ico", 404),
            ("GET /?code=C2&state=S1", 404),
        ]
        let fields = try await Self.withListener { port in
            for (line, status) in sequence {
                let page = try await RawClient.page(port: port, "\(line) HTTP/1.1")
                #expect(page.hasPrefix("HTTP/1.1 \(status) "), "\(line)")
                #expect(page.contains("Signed in") == (status == 200), "\(line)")
            }
        }
        #expect(fields == [RedirectField("code", "C1"), RedirectField("state", "S1")])
    }

    @Test("form_post takes one well-formed form with the right state and nothing else")
    func formPost() async throws {
        let good = "code=C1&state=S1&session_state=a+b"
        let fields = try await Self.withListener(path: "/auth", method: "POST") { port in
            let requests: [(line: String, fields: [String], body: String, status: Int)] = [
                ("GET /auth?code=C1&state=S1", [], "", 405),
                ("HEAD /auth?code=C1&state=S1", [], "", 405),
                ("POST /auth", Self.form, "code=EVIL&state=WRONG", 400),
                ("POST /", Self.form, good, 404),
                ("POST /auth/", Self.form, good, 404),
                ("POST /auth?code=C1&state=S1", Self.form, "", 400),
                ("POST /auth", ["Content-Type: application/json"], good, 415),
                ("POST /auth", [], good, 415),
                ("POST /auth", Self.form, good + "&state=S1", 400),
                ("POST /auth", Self.form, good + "&x=%zz", 400),
                ("POST /auth", Self.form, good + "&x=" + String(repeating: "y", count: 64 << 10), 413),
                ("POST /auth", ["Content-Type: application/x-www-form-urlencoded; charset=UTF-8"], good, 200),
                ("POST /auth", Self.form, good, 404),
            ]
            for request in requests {
                let status = try await RawClient.status(
                    port: port,
                    request.line + " HTTP/1.1",
                    fields: request.fields,
                    body: request.body
                )
                #expect(status == request.status, "\(request.line) \(request.body.prefix(40))")
            }
        }
        #expect(fields.map(\.name) == ["code", "state", "session_state"])
        #expect(fields.map(\.value) == ["C1", "S1", "a b"])
    }

    @Test("of two posts at once one wins")
    func twoPosts() async throws {
        let fields = try await Self.withListener(method: "POST") { port in
            async let first = RawClient.status(
                port: port,
                "POST / HTTP/1.1",
                fields: Self.form,
                body: "code=A&state=S1"
            )
            async let second = RawClient.status(
                port: port,
                "POST / HTTP/1.1",
                fields: Self.form,
                body: "code=B&state=S1"
            )
            let statuses = try await Set([first, second])
            #expect(statuses == [200, 404])
        }
        #expect(fields.count == 2)
    }

    @Test("markup and control characters in an error are shown as text")
    func markup() async throws {
        let description = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%1B%5D0%3Bowned%07%E2%80%AEx"
        var page = ""
        let fields = try await Self.withListener { port in
            page = try await RawClient.page(
                port: port,
                "GET /?error=access_denied&error_description=\(description)&state=S1 HTTP/1.1"
            )
        }
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.lowercased().contains("<script"))
        #expect(!page.contains("\u{1b}") && !page.contains("\u{7}") && !page.unicodeScalars.contains("\u{202e}"))
        for field in [
            "Content-Security-Policy: default-src 'none'; style-src 'sha256-", "frame-ancestors 'none'",
            "X-Frame-Options: DENY", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
            "Content-Type: text/html; charset=utf-8",
        ] {
            #expect(page.contains(field), "\(field)")
        }
        // Display is cleaned, the value is not.
        let raw = "<script>alert(1)</script>\u{1b}]0;owned\u{7}\u{202e}x"
        #expect(fields.first { $0.name == "error_description" }?.value == raw)
    }

    @Test("silent and half-open connections keep neither the redirect nor the end waiting")
    func halfOpen() async throws {
        var open: [RawClient] = []
        defer { for client in open { client.close() } }
        let fields = try await Self.withListener(method: "POST") { port in
            for text in ["", "POST / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 60\r\n\r\ncode="] {
                let client = try await RawClient.connect(port: port)
                open.append(client)
                if !text.isEmpty { try await client.send(text) }
            }
            let status = try await RawClient.status(
                port: port,
                "POST / HTTP/1.1",
                fields: Self.form,
                body: "code=C1&state=S1"
            )
            #expect(status == 200)
        }
        #expect(fields.first == RedirectField("code", "C1"))
    }

    @Test("a redirect that comes before anybody waits is kept, and its page arrives although the listener stops")
    func earlyRedirect() async throws {
        let session = try await LoopbackListener().start(path: "")
        let port = session.port
        async let page = RawClient.page(port: port, "GET /?code=C1&state=S1 HTTP/1.1")
        let fields = try await session.wait(method: "GET", judge: Self.judge)
        await session.stop()
        #expect(fields.count == 2)
        #expect(try await page.contains("Signed in"))
        await #expect(throws: RawClient.Failure.self) { try await RawClient.connect(port: port) }
    }

    @Test("a cancelled wait ends at once and frees the port")
    func cancelled() async throws {
        let session = try await LoopbackListener().start(path: "/")
        let wait = Task { try await session.wait(method: "GET", judge: Self.judge) }
        #expect(try await RawClient.status(port: session.port, "GET /?state=WRONG HTTP/1.1") == 400)
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
        await session.stop()
        await #expect(throws: RawClient.Failure.self) { try await RawClient.connect(port: session.port) }
    }

    @Test("each listener has a port of its own")
    func ports() async throws {
        let first = try await LoopbackListener().start(path: "/")
        let second = try await LoopbackListener().start(path: "/")
        #expect(first.port != second.port)
        await first.stop()
        await second.stop()
    }
}
