import Foundation
import LanyardCore
import Testing

@testable import LanyardHTTP

@Suite("Proxies")
struct ProxyTests {
    @Test("a Microsoft host is reached through the proxy, with several requests in one tunnel")
    func throughProxy() async throws {
        let handler: HTTPServer.Handler = { request in
            ServerReply(body: Array("\(request.scheme)://\(request.host)\(request.path)".utf8))
        }
        try await withProxy(handler: handler) { port in
            try await withTransport(environment: ["https_proxy": "127.0.0.1:\(port)"]) { transport in
                for path in ["/common//v2.0", "/organizations"] {
                    let reply = try await transport.send(
                        HTTPRequest(url: "https://login.microsoftonline.com\(path)")
                    )
                    let text = String(decoding: reply.body, as: UTF8.self)
                    #expect(text == "https://login.microsoftonline.com\(path)")
                }
            }
        }
    }

    @Test("what the proxy says when it refuses is not taken for the server's reply")
    func refusedByProxy() async throws {
        let error = try await withProxy(handler: { _ in ServerReply() }) { port in
            try await withTransport(environment: ["HTTPS_PROXY": "http://127.0.0.1:\(port)"]) { transport in
                try await failure { _ = try await transport.send(HTTPRequest(url: "https://evil.example/")) }
            }
        }
        #expect(error?.code == .network)
        #expect(error?.hint?.contains("HTTPS_PROXY") == true, "\(String(describing: error))")
    }

    @Test("a host in NO_PROXY is reached directly, and this machine always unless it says otherwise")
    func exceptions() async throws {
        try await withTLSServer(handler: { _ in ServerReply() }) { port in
            for environment in [
                ["HTTPS_PROXY": "http://127.0.0.1:9"],
                ["HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "x, localhost"],
            ] {
                let status = try await withTransport(environment: environment) { transport in
                    try await transport.send(HTTPRequest(url: "https://localhost:\(port)/")).status
                }
                #expect(status == 200)
            }
            let environment = ["HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "other.example"]
            let error = try await withTransport(environment: environment) { transport in
                try await failure { _ = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/")) }
            }
            #expect(error?.code == .network)
        }
    }

    @Test(
        "a tunnel is opened for our hosts only, and nothing else is done for anybody",
        arguments: [
            ("CONNECT login.microsoftonline.com:443 HTTP/1.0", "HTTP/1.1 200 "),
            ("CONNECT LOGIN.microsoftonline.com:443 HTTP/1.1", "HTTP/1.1 200 "),
            ("CONNECT login.microsoftonline.com:22 HTTP/1.1", "HTTP/1.1 403 "),
            ("CONNECT evil.example:443 HTTP/1.1", "HTTP/1.1 403 "),
            ("GET http://login.microsoftonline.com/ HTTP/1.1", "HTTP/1.1 403 "),
            ("CONNECT login.microsoftonline.com HTTP/1.1", "HTTP/1.1 400 "),
            ("hello", "HTTP/1.1 400 "),
        ]
    )
    func verdicts(line: String, answer: String) async throws {
        let reply = try await withProxy(handler: { _ in ServerReply() }) { port in
            let client = try await RawClient.connect(port: port)
            defer { client.close() }
            try await client.send(line + "\r\nHost: x\r\n\r\n")
            return try await client.read(until: "\r\n\r\n")
        }
        #expect(reply.hasPrefix(answer))
    }

    @Test("a client that opens a tunnel and stays silent keeps nobody waiting")
    func halfOpenTunnel() async throws {
        let status = try await withProxy(handler: { _ in ServerReply(status: 204) }) { port in
            let silent = try await RawClient.connect(port: port)
            let tunnel = try await RawClient.connect(port: port)
            defer { for client in [silent, tunnel] { client.close() } }
            try await tunnel.send("CONNECT login.microsoftonline.com:443 HTTP/1.1\r\n\r\n")
            _ = try await tunnel.read(until: "\r\n\r\n")
            return try await withTransport(environment: ["HTTPS_PROXY": "http://127.0.0.1:\(port)"]) { transport in
                try await transport.send(HTTPRequest(url: "https://login.microsoftonline.com/")).status
            }
        }
        #expect(status == 204)
    }

    @Test("the environment is read in small letters first")
    func settings() throws {
        let settings = try ProxySettings(
            environment: ["https_proxy": "a:1", "HTTPS_PROXY": "b:2", "NO_PROXY": ".x.example, [::1] 10.0.0.0/8"]
        )
        #expect(settings.proxy == "http://a:1")
        #expect(settings.exceptions == [".x.example", "::1", "10.0.0.0/8"])
        #expect(try ProxySettings(environment: ["ALL_PROXY": "socks5h://u:p@a:1"]).proxy == "socks5://u:p@a:1")
        #expect(try ProxySettings(environment: ["HTTPS_PROXY": "a:1", "no_proxy": "*"]).proxy == nil)
        #expect(try ProxySettings(environment: ["HTTPS_PROXY": ""]).proxy == nil)
        #expect(throws: LanyardError.self) { try ProxySettings(environment: ["HTTPS_PROXY": "gopher://a:1"]) }
    }
}
