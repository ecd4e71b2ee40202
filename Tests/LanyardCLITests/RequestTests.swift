import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Requests")
struct RequestTests {
    private let bench = Bench(service: FakeService([Person.alice]))
    private let me = "https://graph.microsoft.com/v1.0/me"

    @Test("the token of the host's audience goes with the request, and the answer comes out as it is")
    func simple() async throws {
        await bench.service.reply([HTTPResponse(status: 200, body: Array("{\"a\":1}\n".utf8))])
        let result = await bench.run(["request", me, "-H", "Accept: application/json"])
        #expect(result == Bench.Result(code: 0, output: "{\"a\":1}\n", error: ""))
        let sent = try #require(await bench.service.sent.first)
        #expect(sent.method == "GET")
        #expect(sent.url == me)
        #expect(
            sent.headers == [
                HTTPField("Accept", "application/json"), HTTPField("Authorization", "Bearer AT-alice@contoso.example"),
            ]
        )
        #expect(await bench.service.silentRequests.first?.scopes.values == ["https://graph.microsoft.com/.default"])
    }

    @Test("data makes it a POST, from the line or a file")
    func data() async throws {
        #expect(await bench.run(["request", me, "-d", "x=1"]).code == 0)
        try bench.write("from a file", to: bench.folder + "/body")
        #expect(await bench.run(["request", "-X", "PATCH", "-d", "@\(bench.folder)/body", me]).code == 0)
        let sent = await bench.service.sent
        #expect(sent.map(\.method) == ["POST", "PATCH"])
        #expect(sent.map { $0.body?.reveal() } == ["x=1", "from a file"])
    }

    @Test(
        "a host that is not in the table gets no answer, unless its scope is given",
        arguments: ["https://graph.microsoft.com.evil.example/x", "https://api.example/x"]
    )
    func unknownHost(url: String) async throws {
        let refused = await bench.run(["request", url])
        #expect(refused.code == 6)
        #expect(await bench.service.sent.isEmpty)
        #expect(await bench.service.silentRequests.isEmpty)
        #expect(await bench.run(["request", url, "-s", "api://mine/.default"]).code == 0)
        #expect(await bench.service.silentRequests.first?.scopes.values == ["api://mine/.default"])
    }

    @Test("a claims challenge is answered once")
    func challenge() async throws {
        let claims = "{\"access_token\":{\"acrs\":{\"essential\":true,\"value\":\"c1\"}}}"
        let value =
            "Bearer realm=\"\", error=\"insufficient_claims\", claims=\"\(Base64URL.encode(Array(claims.utf8)))\""
        let refusal = HTTPResponse(status: 401, headers: [HTTPField("WWW-Authenticate", value)])
        await bench.service.reply([refusal, HTTPResponse(status: 200, body: [0x6f, 0x6b])])
        #expect(await bench.run(["request", me]).output == "ok")
        #expect(await bench.service.silentRequests.map(\.claims) == [nil, claims])
        await bench.service.reply([refusal, refusal, refusal])
        let again = await bench.run(["request", me])
        #expect(again.code == 1)
        #expect(again.error == "lanyard: the service answered with status 401\n")
        #expect(await bench.service.sent.count == 4)
    }

    @Test("head and body with --include, the failure's body too")
    func include() async {
        await bench.service.reply([
            HTTPResponse(status: 404, headers: [HTTPField("X-A", "b\u{1b}[2J")], body: [0x6e, 0x6f])
        ])
        let result = await bench.run(["request", "-i", me])
        #expect(result.code == 1)
        #expect(result.output == "HTTP 404\nX-A: b\\u{1b}[2J\n\nno")
    }

    @Test(
        "what cannot be right is refused, and a header's value is not repeated",
        arguments: [
            ["request", "http://graph.microsoft.com/"], ["request", "graph.microsoft.com"], ["request"],
            ["request", "https://graph.microsoft.com/", "-H", "S3CRET"],
            ["request", "https://graph.microsoft.com/", "-H", "Authorization: S3CRET"],
            ["request", "https://graph.microsoft.com/", "-H", "A: S3CRET\r\nB: c"],
            ["request", "https://graph.microsoft.com/a b"],
        ]
    )
    func bad(words: [String]) async {
        let result = await bench.run(words)
        #expect(result.code == 2)
        #expect(!result.error.contains("S3CRET"))
        #expect(await bench.service.sent.isEmpty)
    }
}
