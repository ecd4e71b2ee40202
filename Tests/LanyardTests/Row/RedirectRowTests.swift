import GLibBridge
import Lanyard
import LanyardHTTP
import LanyardTestSupport
import Testing

/// Rows of the acceptance matrix that are about the way back from the browser, column L.
@Suite("Matrix L: redirects", .startsPrograms, .serialized)
struct RedirectRowTests {
    @Test("row 07 L: a provider that does not list form_post answers by query, and that is taken")
    func row07() async throws {
        let stage = try await Stage()
        try await stage.control(
            "fault",
            "add",
            "--path",
            "openid-configuration",
            "--set",
            #"response_modes_supported=["query"]"#
        )
        let app = try stage.application(viaProxy: false) {
            $0.authority = try Authority("\(stage.authorityHost)/oidc", kind: .oidc)
        }
        #expect(try await app.signIn().source == .interactive)
    }

    @Test("row 08 L: foreign redirects are refused and the wait goes on; no foreign code is redeemed")
    func row08() async throws {
        let stage = try await Stage()
        let opened = AsyncStream<String>.makeStream()
        let app = try stage.application(viaProxy: false) {
            $0.browserCommand = "true"
            $0.onOpen = { opened.continuation.yield($0) }
        }
        async let pending = app.signIn()
        var addresses = opened.stream.makeAsyncIterator()
        let url = try #require(await addresses.next())
        let pairs = FormURLEncoding.decode(String(url.split(separator: "?").last ?? "")) ?? []
        let fields = Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let redirect = try #require(fields["redirect_uri"])
        let state = try #require(fields["state"])
        let transport = SoupTransport(version: "test")
        func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> Int {
            try await transport.send(
                HTTPRequest(
                    method: method,
                    url: redirect + path,
                    headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                    body: body.map(Secret.init)
                )
            ).status
        }
        #expect(try await send("GET", "/?code=EVIL&state=\(state)") == 405)
        #expect(try await send("POST", "/", "code=EVIL&state=WRONG") == 400)
        #expect(try await send("POST", "/other", "code=EVIL&state=\(state)") == 404)
        #expect(try await send("POST", "/", "code=EVIL&code=EVIL&state=\(state)") == 400)
        #expect(try await stage.count(grant: "authorization_code") == 0)
        let browser = [Stage.program("lanyard-emulator"), "browser", "--state", stage.state, "--user", Name.alice, url]
        let run = try await stage.session.run(browser)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try await pending.account.username == Name.alice)
        #expect(try await stage.count(grant: "authorization_code") == 1)
    }

    @Test(
        "row 09 L: a redirect URI that is not registered ends by the limit, with a hint at it; 127.0.0.1 has any port"
    )
    func row09() async throws {
        let stage = try await Stage()
        let app = try stage.application(viaProxy: false) { configuration in
            configuration.redirectURI = "http://127.0.0.1/other"
            configuration.browserCommand = "sh -c '\(stage.browser(Name.alice)) \"$0\" 2>/dev/null; true'"
        }
        let error = await failure { try await app.signIn(SignInRequest(limit: .seconds(2))) }
        #expect(error?.code == .signInTimedOut)
        #expect(error?.hint?.contains("redirect URI") == true)
        let registered = try stage.application(viaProxy: false) { $0.redirectURI = "http://127.0.0.1/cb" }
        #expect(try await registered.signIn().account.username == Name.alice)
    }

    @Test("row 31 L: each slow_down adds five seconds, and the sign-in goes on")
    func row31() async throws {
        let stage = try await Stage()
        let clock = ShiftedClock(isFast: true)
        let app = try stage.application(clock: clock)
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        try await stage.control(
            "fault",
            "add",
            "--grant",
            grant,
            "--times",
            "2",
            "--status",
            "400",
            "--body",
            #"{"error":"slow_down"}"#
        )
        let start = clock.now()
        let result = try await app.signInWithDeviceCode(DeviceCodeRequest()) { prompt in
            _ = try? await stage.control("approve", prompt.userCode, "--user", Name.bob)
        }
        #expect(result.account.username == Name.bob)
        #expect((30...34).contains(clock.now() - start))
        #expect(
            try await stage.requests().filter { $0["grant"]?.stringValue?.contains("device_code") == true }.count == 3
        )
    }
}
