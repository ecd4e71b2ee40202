import Lanyard
import LanyardTestSupport
import Testing

/// Rows of the acceptance matrix that are about silent tokens, column L: the client against the emulator.
@Suite("Matrix L: silent tokens", .startsPrograms, .serialized)
struct SilentRowTests {
    private static let arm = "https://management.core.windows.net//.default"

    @Test("row 18 L: scopes go out as they are and are found again under what came back")
    func row18() async throws {
        let stage = try await Stage()
        let app = try stage.application(client: Configuration.developerClientID)
        let account = try await app.signIn().account
        for scope in ["User.Read", "https://graph.microsoft.com/User.Read", Self.arm] {
            try await app.silent(account, [scope])
            #expect(try await app.silent(account, [scope]).source == .cache)
        }
        let token = try await app.silent(account, [Self.arm]).accessToken
        #expect(try claims(of: token)["aud"]?.stringValue == "https://management.core.windows.net/")
        #expect(
            await failure { try await app.silent(account, ["api://lanyard-demo/Read", "User.Read"]) }?.code
                == .invalidScope
        )
        #expect(await failure { try await app.silent(account, [".default", "User.Read"]) }?.code == .invalidScope)
    }

    @Test("row 20 L: one sign-in serves a second tenant; one account with two profiles", arguments: [true, false])
    func row20(viaProxy: Bool) async throws {
        let stage = try await Stage()
        let app = try stage.application(viaProxy: viaProxy)
        let account = try await app.signIn().account
        let result = try await app.silent(account, tenant: "fabrikam.example")
        let found = try claims(of: result.accessToken)
        #expect(found["tid"]?.stringValue == Name.fabrikam)
        #expect(found["oid"]?.stringValue == "a11ce000-0000-4000-8000-0000000000f2")
        #expect(try await app.silent(account, tenant: Name.fabrikam).source == .cache)
        let listed = try await app.accounts()
        #expect(listed.count == 1)
        #expect(listed.first?.username == Name.alice)
        #expect(listed.first?.tenantProfiles.map(\.tenantID) == [Name.contoso, Name.fabrikam])
        #expect(try await stage.count(grant: "authorization_code") == 1)
    }

    @Test("row 21 L: a person who is not in a tenant keeps the sign-in for the others")
    func row21() async throws {
        let stage = try await Stage()
        let app = try stage.application(user: Name.bob)
        let account = try await app.signIn().account
        let error = try #require(await failure { try await app.silent(account, tenant: "contoso.example") })
        #expect(error.code == .notAMember)
        #expect(error.serverCode == "AADSTS50020")
        #expect(try await app.silent(account).tenantID == Name.fabrikam)
    }

    @Test("row 22 L: a demand for a second factor comes with its claims, and the sign-in with them satisfies it")
    func row22() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn().account
        let error = try #require(await failure { try await app.silent(account, tenant: Name.litware) })
        #expect(error.code == .interactionRequired)
        #expect(error.serverCode == "AADSTS50076")
        #expect(error.subError == "basic_action")
        let challenge = try #require(error.claims)
        #expect(challenge.contains("capolids"))
        try await app.signIn(tenant: .id(Name.litware), claims: challenge)
        #expect(try await app.silent(account, tenant: Name.litware).tenantID == Name.litware)
        #expect(try await app.silent(account).tenantID == Name.contoso)
    }

    @Test("row 23 L: a device demand is a message, and a tenant's own sign-in frequency leaves the others alone")
    func row23() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn().account
        let device = try #require(await failure { try await app.silent(account, tenant: Name.northwind) })
        #expect(device.serverCode == "AADSTS53000")
        let managed = try stage.application(browser: "--device")
        try await managed.signIn(tenant: .id(Name.northwind))
        try await stage.control("clock", "+2h")
        let late = try #require(
            await failure { try await managed.silent(account, tenant: Name.northwind, force: true) }
        )
        #expect(late.serverCode == "AADSTS70043")
        #expect(late.code == .interactionRequired)
        #expect(try await managed.silent(account, force: true).tenantID == Name.contoso)
    }

    @Test("row 24 L: missing consent is its own class")
    func row24() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn().account
        let error = try #require(await failure { try await app.silent(account, ["api://lanyard-demo/Read"]) })
        #expect(error.code == .consentRequired)
        #expect(error.serverCode == "AADSTS65001")
        try await app.signIn(scopes: ["api://lanyard-demo/Read"])
        #expect(try await app.silent(account, ["api://lanyard-demo/Read"]).source == .cache)
    }

    @Test("row 25 L: the newest refresh token is kept, a revoked one is dropped and asks for a sign-in")
    func row25() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn().account
        for _ in 0..<2 { #expect(try await app.silent(account, force: true).source == .refresh) }
        try await stage.control("revoke", Name.alice)
        let error = try #require(await failure { try await app.silent(account, force: true) })
        #expect(error.code == .interactionRequired)
        #expect(error.serverCode == "AADSTS50173")
        #expect(try await app.accounts().first?.needsSignIn == true)
        let count = try await stage.count(grant: "refresh_token")
        #expect(await failure { try await app.silent(account, force: true) }?.code == .interactionRequired)
        #expect(try await stage.count(grant: "refresh_token") == count)
        #expect(try await app.signIn().account.needsSignIn == false)
    }

    @Test("row 32 L: one retry after a failure, no loss of the sign-in by any of them")
    func row32() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let account = try await app.signIn().account
        try await stage.control("fault", "add", "--grant", "refresh_token", "--status", "503")
        #expect(try await app.silent(account, force: true).source == .refresh)
        try await stage.control(
            "fault",
            "add",
            "--grant",
            "refresh_token",
            "--status",
            "429",
            "--header",
            "Retry-After: 2"
        )
        #expect(try await app.silent(account, force: true).source == .refresh)
        for (words, code) in [
            (["--html"], LanyardError.Code.malformedReply), (["--cut", "40", "--times", "2"], .network),
            (["--close", "--times", "2"], .network), (["--status", "500", "--times", "2"], .serverUnavailable),
            (["--status", "200", "--body", "x"], .malformedReply),
            (["--status", "200", "--body", #"{"error":"invalid_grant"}"#], .interactionRequired),
        ] {
            _ = try await stage.session.run(
                [Stage.program("lanyard-emulator"), "fault", "add", "--state", stage.state, "--grant", "refresh_token"]
                    + words
            )
            #expect(await failure { try await app.silent(account, force: true) }?.code == code, "\(words)")
            #expect(try await app.silent(account, force: true).source == .refresh, "after \(words)")
        }
    }

    @Test("row 34 L: a token to renew ahead of time is handed out while the service is down")
    func row34() async throws {
        let stage = try await Stage()
        let clock = ShiftedClock()
        let app = try stage.application(clock: clock)
        try await stage.control(
            "fault",
            "add",
            "--grant",
            "authorization_code",
            "--set",
            "expires_in=7200",
            "--set",
            "refresh_in=3600"
        )
        let account = try await app.signIn(scopes: ["User.Read"]).account
        clock.move(by: 3700)
        try await stage.control("clock", "+3700s")
        try await stage.control("fault", "add", "--grant", "refresh_token", "--status", "503", "--times", "2")
        #expect(try await app.silent(account, ["User.Read"]).source == .cache)
        try await stage.control("fault", "clear")
        clock.move(by: 61)
        #expect(try await app.silent(account, ["User.Read"]).source == .refresh)
    }

    @Test("row 40 L: the page that ends the browser's session gets a hint at the account, and refresh tokens stay good")
    func row40Browser() async throws {
        let stage = try await Stage()
        let opened = AsyncStream<String>.makeStream()
        let app = try stage.application { $0.onOpen = { opened.continuation.yield($0) } }
        let account = try await app.signIn().account
        try await app.endBrowserSession(of: account)
        var addresses = opened.stream.makeAsyncIterator()
        _ = await addresses.next()
        let page = try #require(await addresses.next())
        #expect(page.contains("/oauth2/v2.0/logout?"))
        #expect(page.contains("logout_hint="))
        #expect(try await app.silent(account, force: true).source == .refresh)
    }

    @Test("row 40 L: a sign-out removes everything, discovery finds the tenants with their names")
    func row40() async throws {
        let stage = try await Stage()
        let app = try stage.application(client: Configuration.developerClientID)
        let account = try await app.signIn().account
        let tenants = try await app.tenants(for: account, discover: true)
        #expect(tenants.first?.isHome == true)
        #expect(Set(tenants.map(\.tenantID)).isSuperset(of: [Name.contoso, Name.fabrikam]))
        #expect(tenants.allSatisfy { $0.tenantName?.isEmpty == false })
        #expect(try await app.signOut(account) == 2)
        #expect(try await app.accounts().isEmpty)
        #expect(await failure { try await app.silent(account) }?.code == .interactionRequired)
    }
}
