import LanyardCore
import LanyardTesting
import Testing

@Suite("Sign-in")
struct SignInTests {
    @Test("B08 each slow_down adds five seconds for good")
    func slowDown() async throws {
        let bench = Bench()
        let issue: JSONValue = [
            "device_code": "DC-1", "user_code": "ABCD-EFGH", "verification_url": "https://login.example/device",
            "expires_in": "900",
        ]
        await bench.transport.add(.json(200, issue))
        let times = Times()
        for error in ["authorization_pending", "slow_down", "slow_down", nil] {
            let clock = bench.clock
            await bench.transport.add(
                .compute { _ in
                    times.add(clock.now() - Bench.now)
                    let body = error.map { ["error": .string($0)] as JSONValue } ?? Bench.reply()
                    return HTTPResponse(status: error == nil ? 200 : 400, body: Array(body.serialized().utf8))
                }
            )
        }
        let prompts = Times()
        let result = try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { prompt in
            #expect(prompt.verificationURI == "https://login.example/device")
            #expect(prompt.message.contains("ABCD-EFGH"))
            prompts.add(prompt.lifetime)
        }
        #expect(times.values == [5, 10, 20, 35])
        #expect(prompts.values == [900])
        #expect(result.account.username == "alice@contoso.example")
    }

    @Test(
        "B08 an interval that is missing, zero or unreadable means five seconds",
        arguments: [nil, 0, "5", "x"] as [JSONValue?]
    )
    func interval(value: JSONValue?) throws {
        var document = Bench.deviceCode.objectValue ?? [:]
        document["interval"] = value
        #expect(try DeviceCodeReply(.object(document)).interval == 5)
    }

    @Test("B08 a code that nobody enters ends by its lifetime")
    func expiry() async throws {
        let bench = Bench()
        var document = Bench.deviceCode.objectValue ?? [:]
        document["expires_in"] = 12
        await bench.transport.add(.json(200, .object(document)))
        for _ in 0..<5 { await bench.transport.add(.json(400, ["error": "authorization_pending"])) }
        let error = try #require(
            await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        )
        #expect(error.code == .signInTimedOut)
        #expect(bench.clock.now() - Bench.now <= 12)
    }

    @Test(
        "the ends of a device code are told apart",
        arguments: [
            ("authorization_declined", 70_017, LanyardError.Code.declined),
            ("access_denied", 0, .declined),
            ("expired_token", 70_020, .signInTimedOut),
            ("bad_verification_code", 70_018, .serverRefused),
            ("access_denied", 53_003, .blocked),
        ]
    )
    func ends(error: String, number: Int64, code: LanyardError.Code) async throws {
        let bench = Bench()
        await bench.transport.add(.json(200, Bench.deviceCode))
        let numbers: JSONValue = number == 0 ? [] : [.integer(number)]
        await bench.transport.add(.json(400, ["error": .string(error), "error_codes": numbers]))
        let found = try #require(
            await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        )
        #expect(found.code == code)
    }

    @Test("a browser sign-in sends S256, state, nonce and form_post, and redeems the code with the verifier")
    func browser() async throws {
        let opened = Texts()
        let bench = Bench(advances: false, browser: FakeBrowser { opened.add($0) })
        await bench.transport.add(.json(200, Bench.reply(["id_token": nil])))
        async let pending = bench.engine.signIn(SignInRequest(loginHint: "alice+test@contoso.example"))
        let url = await opened.first()
        #expect(url.hasPrefix("https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize?"))
        #expect(url.contains("login_hint=alice%2Btest%40contoso.example"))
        let fields = Self.query(url)
        #expect(fields["response_mode"] == "form_post")
        #expect(fields["code_challenge_method"] == "S256")
        #expect(fields["redirect_uri"] == "http://localhost:50000")
        #expect(fields["nonce"]?.isEmpty == false)
        await bench.listener.deliver([RedirectField("code", "EVIL"), RedirectField("state", "WRONG")])
        await bench.listener.deliver([RedirectField("error", "access_denied")])
        await bench.listener.deliver([RedirectField("code", "C1"), RedirectField("state", fields["state"] ?? "")])
        let result = try await pending
        #expect(result.account.homeAccountID == Bench.aliceID)
        #expect(await bench.listener.judgements == [.foreign, .foreign, .success])
        let form = await bench.transport.form(0)
        #expect(form["code"] == "C1")
        #expect(form["code_verifier"]?.count == 43)
        #expect(!url.contains(form["code_verifier"] ?? "-"))
        #expect(await bench.listener.isStopped)
    }

    /// The address that a sign-in with this hint opens.
    private func opened(_ bench: Bench, _ texts: Texts, hint: String) async throws -> String {
        async let pending = failure { try await bench.engine.signIn(SignInRequest(loginHint: hint)) }
        let url = await texts.first()
        let state = Self.query(url)["state"] ?? ""
        await bench.listener.deliver([RedirectField("error", "access_denied"), RedirectField("state", state)])
        _ = await pending
        return url
    }

    @Test(
        "B21 a name goes out percent-encoded and as it is",
        arguments: [
            ("alice+test@contoso.example", "login_hint=alice%2Btest%40contoso.example"),
            ("o'neil@contoso.example", "login_hint=o%27neil%40contoso.example"),
            ("ålice@bücher.example", "login_hint=%C3%A5lice%40b%C3%BCcher.example"),
            ("a b@contoso.example", "login_hint=a%20b%40contoso.example"),
        ]
    )
    func names(hint: String, expected: String) async throws {
        let texts = Texts()
        let bench = Bench(advances: false, browser: FakeBrowser { texts.add($0) })
        #expect(try await opened(bench, texts, hint: hint).hasSuffix(expected))
    }

    @Test("B21 a guest's internal name becomes the home name where it is known, else no hint goes out")
    func guestName() async throws {
        let name = "alice_contoso.example#EXT#@fabrikam.example"
        let texts = Texts()
        let bench = Bench(advances: false, browser: FakeBrowser { texts.add($0) })
        #expect(try await !opened(bench, texts, hint: name).contains("login_hint"))
        #expect(bench.warnings.lines.count == 1)

        let other = Texts()
        let known = Bench(advances: false, browser: FakeBrowser { other.add($0) })
        let key = AccountKey(
            homeAccountID: Bench.aliceID,
            environment: "login.microsoftonline.com",
            clientID: Bench.clientID
        )
        try await known.engine.cache.update(key, .mayCreate) { record, _ in
            record.merge(
                profile: TenantProfile(tenantID: Bench.contoso, username: "alice@contoso.example", isHome: true)
            )
            record.merge(profile: TenantProfile(tenantID: Bench.fabrikam, username: name))
        }
        #expect(try await opened(known, other, hint: name).hasSuffix("login_hint=alice%40contoso.example"))
    }

    @Test("asked for one account and given another, nothing is stored")
    func mismatch() async throws {
        let bench = Bench()
        let bob = Account(
            key: AccountKey(
                homeAccountID: HomeAccountID(uid: "b0b00000-0000-4000-8000-0000000000b0", utid: Bench.fabrikam),
                environment: "login.microsoftonline.com",
                clientID: Bench.clientID
            ),
            username: "bob@fabrikam.example"
        )
        await bench.transport.add(.json(200, Bench.deviceCode))
        await bench.transport.add(.json(200, Bench.reply()))
        let error = try #require(
            await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest(account: bob)) { _ in } }
        )
        #expect(error.code == .accountMismatch)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test(
        "cancelled and declined are different",
        arguments: [
            ("cancel", "", LanyardError.Code.userCancelled), ("", "AADSTS65004: no", .declined), ("", "", .declined),
        ]
    )
    func refusals(subcode: String, text: String, code: LanyardError.Code) async throws {
        let opened = Texts()
        let bench = Bench(advances: false, browser: FakeBrowser { opened.add($0) })
        async let pending = failure { try await bench.engine.signIn(SignInRequest()) }
        let state = Self.query(await opened.first())["state"] ?? ""
        await bench.listener.deliver([
            RedirectField("error", "access_denied"), RedirectField("error_subcode", subcode),
            RedirectField("error_description", text), RedirectField("state", state),
        ])
        #expect(await pending?.code == code)
    }

    @Test(
        "a cloud's host from the redirect gets the code only where it is a listed one and was asked for",
        arguments: [
            ("evil.example", true, nil),
            ("login.microsoftonline.us", true, "https://login.microsoftonline.us/organizations"),
            ("login.microsoftonline.us", false, "https://login.microsoftonline.com/organizations"),
            ("login.microsoftonline.us.evil.example", true, nil),
        ] as [(String, Bool, String?)]
    )
    func cloudHost(host: String, isAware: Bool, redeemedAt: String?) async throws {
        let texts = Texts()
        let bench = Bench(advances: false, browser: FakeBrowser { texts.add($0) })
        await bench.transport.add(.json(200, Bench.reply(["id_token": nil])))
        async let pending = failure { try await bench.engine.signIn(SignInRequest(isInstanceAware: isAware)) }
        let state = Self.query(await texts.first())["state"] ?? ""
        await bench.listener.deliver([
            RedirectField("code", "C1"), RedirectField("state", state), RedirectField("cloud_instance_host_name", host),
        ])
        let error = await pending
        #expect(error?.code == (redeemedAt == nil ? .refused : nil))
        let urls = await bench.transport.requests.map(\.url)
        #expect(urls == (redeemedAt.map { ["\($0)/oauth2/v2.0/token"] } ?? []))
    }

    @Test("parameters that the library sets itself are refused")
    func reserved() async throws {
        let bench = Bench()
        let error = await failure { try await bench.engine.signIn(SignInRequest(extraParameters: ["State": "x"])) }
        #expect(error?.code == .invalidArgument)
    }

    private static func query(_ url: String) -> [String: String] {
        let pairs = FormURLEncoding.decode(String(url.split(separator: "?").last ?? "")) ?? []
        return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Collects numbers.
final class Times: @unchecked Sendable {
    // Invariant for @unchecked Sendable: one task of a test at a time adds and reads.
    private(set) var values: [Int64] = []
    func add(_ value: Int64) { values.append(value) }
}

/// Collects texts and lets a test wait for the first.
struct Texts: Sendable {
    private let pipe = AsyncStream<String>.makeStream()
    func add(_ text: String) { pipe.continuation.yield(text) }
    func first() async -> String {
        for await text in pipe.stream { return text }
        return ""
    }
}
