import Foundation
import GLibBridge
import LanyardCore
import LanyardHTTP
import Testing

@Suite("The transport")
struct SoupTransportTests {
    @Test("a request arrives as it was made, and the reply comes back whole")
    func roundTrip() async throws {
        let handler: HTTPServer.Handler = { request in
            let agent = request.header("User-Agent") ?? ""
            let type = request.header("content-type") ?? ""
            let text = [request.method, request.scheme, request.path, request.query ?? "", agent, type]
            return ServerReply(
                status: 400,
                headers: [HTTPField("X-A", "1"), HTTPField("X-A", "2")],
                body: Array(text.joined(separator: "|").utf8) + request.body
            )
        }
        let reply = try await withTLSServer(handler: handler) { port in
            try await withTransport { transport in
                try await transport.send(
                    HTTPRequest(
                        method: "POST",
                        url: "https://localhost:\(port)/t//x?s=a%2Fb//.default",
                        headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                        body: Secret("|a=b")
                    )
                )
            }
        }
        #expect(reply.status == 400)
        #expect(reply.headers.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text == "POST|https|/t//x|s=a%2Fb//.default|Lanyard/1.2.3|application/x-www-form-urlencoded|a=b")
    }

    @Test("redirects, cookies and password prompts are left to the caller")
    func notABrowser() async throws {
        let handler: HTTPServer.Handler = { request in
            let cookie = request.header("Cookie") ?? "none"
            return switch request.path {
            case "/redirect": ServerReply(status: 302, headers: [HTTPField("Location", "/other")])
            case "/auth": ServerReply(status: 401, headers: [HTTPField("WWW-Authenticate", "Basic realm=\"x\"")])
            default: ServerReply(headers: [HTTPField("Set-Cookie", "a=b; Path=/")], body: Array(cookie.utf8))
            }
        }
        try await withTLSServer(handler: handler) { port in
            try await withTransport { transport in
                let redirect = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/redirect"))
                #expect(redirect.status == 302)
                #expect(redirect.header("location") == "/other")
                #expect(try await transport.send(HTTPRequest(url: "https://localhost:\(port)/auth")).status == 401)
                for _ in 0..<2 {
                    let reply = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/"))
                    #expect(String(decoding: reply.body, as: UTF8.self) == "none")
                }
            }
        }
    }

    @Test("a server that nobody vouches for is not trusted, and the hint names the setting")
    func untrusted() async throws {
        let error = try await withTLSServer(handler: { _ in ServerReply() }) { port in
            try await failure {
                _ = try await SoupTransport(version: "1").send(HTTPRequest(url: "https://localhost:\(port)/"))
            }
        }
        #expect(error?.code == .untrustedServer)
        #expect(error?.hint?.contains("LANYARD_CA_FILE") == true)
    }

    @Test("our own authorities do not vouch for another name")
    func wrongName() async throws {
        let error = try await withProxy(handler: { _ in ServerReply() }) { port in
            try await withTransport(environment: ["HTTPS_PROXY": "http://127.0.0.1:\(port)"]) { transport in
                try await failure { _ = try await transport.send(HTTPRequest(url: "https://login.live.com/")) }
            }
        }
        #expect(error?.code == .untrustedServer)
    }

    @Test("a file of authorities that cannot be read is named")
    func missingAuthorityFile() async throws {
        let transport = SoupTransport(version: "1", authorityFile: "/nonexistent/ca.pem")
        let error = try await failure { _ = try await transport.send(HTTPRequest(url: "https://localhost:1/")) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("/nonexistent/ca.pem") == true)
    }

    @Test(
        "a reply that is cut, or none at all, is a network error",
        arguments: [ServerReply.Delivery.cut(afterBytes: 3), .cut(afterBytes: 0), .close]
    )
    func broken(delivery: ServerReply.Delivery) async throws {
        let error = try await withTLSServer(
            handler: { _ in ServerReply(body: Array("0123456789".utf8), delivery: delivery) }
        ) { port in
            try await withTransport { transport in
                try await failure { _ = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/")) }
            }
        }
        #expect(error?.code == .network)
        #expect(error?.message.contains("closed") == true, "\(String(describing: error))")
    }

    @Test(
        "a cut reply is noticed however its length is told",
        arguments: [
            "Content-Length: 100\r\n\r\nshort", "Transfer-Encoding: chunked\r\n\r\n64\r\nshort",
        ]
    )
    func cutInPlain(rest: String) async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\n" + rest, closes: true)
        let error = try await failure {
            _ = try await SoupTransport(version: "1").send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .network, "\(String(describing: error))")
    }

    @Test("a reply of 10 MB is refused, and taken where the caller allows it")
    func largeReply() async throws {
        let size = 10 << 20
        try await withTLSServer(handler: { _ in ServerReply(body: [UInt8](repeating: 120, count: size)) }) { port in
            try await withTransport { transport in
                let url = "https://localhost:\(port)/"
                let error = try await failure { _ = try await transport.send(HTTPRequest(url: url)) }
                #expect(error?.code == .malformedReply)
                let reply = try await transport.send(HTTPRequest(url: url, maximumReplySize: size))
                #expect(reply.body.count == size)
            }
        }
    }

    @Test("a reply that does not say its size is stopped at the limit")
    func endlessReply() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 5000))
        let error = try await failure {
            _ = try await SoupTransport(version: "1").send(
                HTTPRequest(url: "http://127.0.0.1:\(server.port)/", maximumReplySize: 4000)
            )
        }
        #expect(error?.code == .malformedReply, "\(String(describing: error))")
    }

    @Test("a reply that is announced as too large is refused although nothing of it comes")
    func largeAnnouncement() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\nten bytes.")
        let transport = SoupTransport(version: "1")
        let error = try await failure {
            _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/", limit: .seconds(600)))
        }
        #expect(error?.code == .malformedReply)
        // Would never come if the context's thread waited for the rest of the reply.
        try await GLibActor.sleep(.milliseconds(1))
    }

    @Test("a server that stops in the middle costs its time limit and blocks nothing else")
    func stalledReply() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.")
        let transport = SoupTransport(version: "1")
        let error = try await failure {
            _ = try await transport.send(
                HTTPRequest(url: "http://127.0.0.1:\(server.port)/", limit: .milliseconds(100))
            )
        }
        #expect(error?.code == .network)
        // Would never come if the context's thread waited for the rest of the reply.
        try await GLibActor.sleep(.milliseconds(1))
    }

    @Test("a server that does not answer costs its time limit")
    func silentServer() async throws {
        let server = try RawServer(answer: "")
        let error = try await failure {
            _ = try await SoupTransport(version: "1").send(
                HTTPRequest(url: "http://127.0.0.1:\(server.port)/", limit: .milliseconds(100))
            )
        }
        #expect(error?.code == .network)
        #expect(error?.hint != nil)
    }

    @Test("a cancelled request ends at once")
    func cancelled() async throws {
        let server = try RawServer(answer: "")
        let task = Task {
            try await SoupTransport(version: "1").send(
                HTTPRequest(url: "http://127.0.0.1:\(server.port)/", limit: .seconds(600))
            )
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a request that is cancelled while the server works on it ends at once")
    func cancelledInFlight() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let handler: HTTPServer.Handler = { _ in
            arrived.yield()
            try? await GLibActor.sleep(.seconds(600))
            return ServerReply()
        }
        try await withTLSServer(handler: handler) { port in
            try await withTransport { transport in
                let task = Task { try await transport.send(HTTPRequest(url: "https://localhost:\(port)/")) }
                for await _ in arrivals { break }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test("a refused connection says so")
    func refused() async throws {
        let port = try await withTLSServer(handler: { _ in ServerReply() }) { $0 }
        let error = try await failure {
            _ = try await SoupTransport(version: "1").send(HTTPRequest(url: "https://localhost:\(port)/"))
        }
        #expect(error?.code == .network)
        #expect(error?.message.contains("refused") == true)
    }

    @Test("an answer that is not HTTP is malformed")
    func notHTTP() async throws {
        let server = try RawServer(answer: "SSH-2.0-OpenSSH_9.2\r\n\r\n")
        let error = try await failure {
            _ = try await SoupTransport(version: "1").send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .malformedReply)
    }

    @Test(
        "nothing goes out in clear text except to this machine",
        arguments: [
            "http://login.microsoftonline.com/", "http://127.0.0.1.example/", "ftp://localhost/", "localhost",
            "https://user:pw@localhost/", "https:///x", "",
        ]
    )
    func clearText(url: String) async throws {
        let error = try await failure { _ = try await SoupTransport(version: "1").send(HTTPRequest(url: url)) }
        #expect(error?.code == .invalidArgument)
    }
}
