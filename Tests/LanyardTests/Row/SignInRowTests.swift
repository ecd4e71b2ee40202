import Lanyard
import LanyardTestSupport
import Testing

/// Rows of the acceptance matrix that are about signing in, column L: the client against the emulator.
@Suite("Matrix L: sign-in", .startsPrograms, .serialized)
struct SignInRowTests {
    @Test("row 01 L: an account stored by one host is found through an alias, without asking discovery")
    func row01() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn(scopes: ["User.Read"]).account
        let other = try stage.application { $0.authority = try Authority("https://login.windows.net/organizations") }
        let found = try #require(try await other.accounts().first)
        #expect(found.key == account.key)
        #expect(try await other.silent(found, ["User.Read"]).source == .cache)
        #expect(
            try await stage.requests().allSatisfy { !($0["path"]?.stringValue ?? "").contains("discovery/instance") }
        )
    }

    @Test("row 02 L: a custom authority with discovery on signs in and answers silently")
    func row02() async throws {
        let stage = try await Stage()
        let app = try stage.application { configuration in
            configuration.authority = try Authority("\(stage.authorityHost)/organizations")
            configuration.environment["NO_PROXY"] = "localhost"
        }
        let account = try await app.signIn(scopes: ["User.Read"]).account
        #expect(try await app.silent(account, ["User.Read"]).source == .cache)
        #expect(try await stage.requests().contains { ($0["path"]?.stringValue ?? "").contains("discovery/instance") })
    }

    @Test("row 03 L: an unknown host is refused before any page, and never called")
    func row03() async throws {
        let stage = try await Stage()
        let app = try stage.application { $0.authority = try Authority("https://evil.example/common") }
        #expect(await failure { try await app.signIn() }?.code == .invalidAuthority)
        #expect(try await stage.requests().allSatisfy { $0["host"]?.stringValue != "evil.example" })
    }

    @Test("row 05 L: tenants by id, capitals, domain and word are one sign-in; an unknown one shows the service's text")
    func row05() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn(scopes: [Name.graph]).account
        for tenant in [Name.contoso, Name.contoso.uppercased(), "contoso.example", "organizations", "common"] {
            #expect(try await app.silent(account, tenant: tenant).tenantID == Name.contoso)
        }
        let error = try #require(await failure { try await app.silent(account, tenant: "nope.example") })
        #expect(error.serverCode == "AADSTS90002")
        #expect(error.code == .serverRefused)
    }

    @Test("row 06 L: a browser sign-in files the account under its home id", arguments: [true, false])
    func row06(viaProxy: Bool) async throws {
        let stage = try await Stage()
        let app = try stage.application(viaProxy: viaProxy)
        let result = try await app.signIn(scopes: ["User.Read"])
        #expect(result.account.homeAccountID.rawValue == Name.aliceID)
        #expect(result.account.username == Name.alice)
        #expect(result.source == .interactive)
        #expect(try claims(of: result.accessToken)["tid"]?.stringValue == Name.contoso)
    }

    @Test("row 12 L: a cancelled sign-in and a declined consent are different")
    func row12() async throws {
        let stage = try await Stage()
        #expect(await failure { try await stage.application(browser: "--cancel").signIn() }?.code == .userCancelled)
        let declined = await failure {
            try await stage.application(browser: "--decline").signIn(scopes: ["api://lanyard-demo/Read"])
        }
        #expect(declined?.code == .declined)
        #expect(try await stage.application().accounts().isEmpty)
    }

    @Test("row 17 L: a sloppy reply is read, a reply of another token type is not")
    func row17() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        try await stage.control(
            "fault",
            "add",
            "--grant",
            "authorization_code",
            "--strings",
            "--set",
            "token_type=bearer",
            "--set",
            "extra=1"
        )
        let account = try await app.signIn(scopes: ["User.Read"]).account
        try await stage.control(
            "fault",
            "add",
            "--grant",
            "refresh_token",
            "--drop",
            "client_info",
            "--drop",
            "refresh_token",
            "--drop",
            "scope"
        )
        #expect(try await app.silent(account, ["User.Read"], force: true).source == .refresh)
        #expect(try await app.silent(account, ["User.Read"], force: true).source == .refresh)
        for change in [["--drop", "token_type"], ["--set", "token_type=pop"]] {
            _ = try await stage.session.run(
                [Stage.program("lanyard-emulator"), "fault", "add", "--state", stage.state, "--grant", "refresh_token"]
                    + change
            )
            #expect(await failure { try await app.silent(account, ["User.Read"], force: true) }?.field == "token_type")
        }
    }

    @Test("row 19 L: declined permissions are reported with what was granted")
    func row19() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        try await stage.control("fault", "add", "--grant", "authorization_code", "--withhold", "Mail.Read")
        let result = try await app.signIn(scopes: ["User.Read", "Mail.Read"])
        #expect(result.declinedScopes == ["Mail.Read"])
        #expect(result.scopes.contains("User.Read"))
    }

    @Test("row 29 L: a device code is shown in the service's words and leads to tokens")
    func row29() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let result = try await app.signInWithDeviceCode(DeviceCodeRequest()) { prompt in
            #expect(prompt.message.contains(prompt.userCode))
            await #expect(throws: Never.self) {
                try await stage.control("approve", prompt.userCode, "--user", Name.bob)
            }
        }
        #expect(result.account.username == Name.bob)
    }

    @Test("row 30 L: declined, expired and unknown device codes are told apart")
    func row30() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let declined = await failure {
            try await app.signInWithDeviceCode(DeviceCodeRequest()) { prompt in
                _ = try? await stage.control("approve", prompt.userCode, "--user", Name.bob, "--decline")
            }
        }
        #expect(declined?.code == .declined)
        let expired = await failure {
            try await app.signInWithDeviceCode(DeviceCodeRequest()) { _ in _ = try? await stage.control("clock", "+16m")
            }
        }
        #expect(expired?.code == .signInTimedOut)
        try await stage.control(
            "fault",
            "add",
            "--grant",
            "urn:ietf:params:oauth:grant-type:device_code",
            "--error",
            "70018"
        )
        let unknown = await failure { try await app.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        #expect(unknown?.code == .serverRefused)
    }

    @Test(
        "row 36 L: forged ID tokens are refused and nothing is kept",
        arguments: [
            "none", "hs256", "unknown-kid", "bad-signature", "wrong-aud", "wrong-iss", "wrong-tid", "wrong-nonce",
        ]
    )
    func row36(how: String) async throws {
        let stage = try await Stage()
        let app = try stage.application()
        try await stage.control("fault", "add", "--grant", "authorization_code", "--forge", how)
        #expect(await failure { try await app.signIn(tenant: .id(Name.contoso)) }?.code == .invalidToken)
        #expect(try await app.accounts().isEmpty)
    }

    @Test("row 36 L: keys roll over without notice")
    func row36RollOver() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn(scopes: ["User.Read"]).account
        try await stage.control("keys", "rotate")
        try await stage.control("keys", "retire")
        #expect(try await app.silent(account, ["User.Read"], force: true).source == .refresh)
    }
}
