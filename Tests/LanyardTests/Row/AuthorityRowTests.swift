import Lanyard
import LanyardTestSupport
import Testing

/// Rows of the acceptance matrix that are about kinds of authorities, column L: the client against the emulator.
@Suite("Matrix L: authorities", .startsPrograms, .serialized)
struct AuthorityRowTests {
    private static let customersScope = "https://contoso.onmicrosoft.com/demo-api/demo.read"

    @Test("row 13 L: an application of one tenant is a matter of configuration elsewhere")
    func row13() async throws {
        let stage = try await Stage()
        let app = try stage.application(client: "22222222-2222-4222-8222-222222222222")
        for (tenant, code) in [("common", "AADSTS50194"), (Name.fabrikam, "AADSTS700016")] {
            let error = await failure {
                try await app.signInWithDeviceCode(DeviceCodeRequest(tenant: try TenantName(tenant))) { _ in }
            }
            #expect(error?.code == .serverRefused)
            #expect(error?.serverCode == code)
        }
        #expect(try await app.signIn(tenant: .id(Name.contoso)).account.username == Name.alice)
    }

    @Test(
        "row 37 L: two policies are two accounts, and a reply without access token is a sign-in all the same",
        arguments: [
            "https://contoso.b2clogin.com/contoso.onmicrosoft.com/",
            "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/",
        ]
    )
    func row37(base: String) async throws {
        let stage = try await Stage()
        var accounts: Set<String> = []
        for policy in ["B2C_1_signin", "b2c_1_EDIT"] {
            let app = try stage.application(user: "carol@customer.example") {
                $0.authority = try Authority(base + policy)
                $0.knownAuthorities = ["contoso.b2clogin.com"]
            }
            let result = try await app.signIn()
            #expect(result.accessToken.isEmpty)
            accounts.insert(result.account.homeAccountID.rawValue)
            let withScope = try await app.signIn(scopes: [Self.customersScope])
            #expect(withScope.account.homeAccountID == result.account.homeAccountID)
            #expect(try await app.silent(withScope.account, [Self.customersScope]).source == .cache)
            #expect(try await app.silent(withScope.account, [Self.customersScope], force: true).source == .refresh)
        }
        #expect(accounts.count == 2)
    }

    @Test("row 38 L: a customers' tenant, a local federation server and another cloud")
    func row38() async throws {
        let stage = try await Stage()
        let ciam = try stage.application(user: "carol@customer.example") {
            $0.authority = try Authority("https://fabrikam.ciamlogin.com/")
        }
        let customer = try await ciam.signIn()
        #expect(customer.tenantID == "eeeeeeee-0000-4000-8000-0000000c1a30")
        #expect(try await ciam.silent(customer.account, ["User.Read"], force: true).source == .refresh)

        let adfs = try stage.application(user: "adam@adfs.localhost") {
            $0.authority = try Authority("\(stage.authorityHost)/adfs")
            $0.environment["NO_PROXY"] = "localhost"
        }
        let local = try await adfs.signIn(scopes: ["allatclaims"])
        #expect(local.account.homeAccountID.tenantID == nil)
        #expect(local.account.username == "adam@adfs.localhost")

        let government = try stage.application(user: "gail@contosofederal.example") {
            $0.authority = try Authority(host: "login.microsoftonline.us", tenant: .organizations)
        }
        #expect(try await government.signIn().account.key.environment == "login.microsoftonline.us")
    }

    @Test("row 38 L: a user of another cloud is sent there only when asked to, and the code goes to a listed host")
    func row38InstanceAware() async throws {
        let stage = try await Stage()
        let app = try stage.application(user: "gail@contosofederal.example")
        var request = SignInRequest(limit: .seconds(20))
        request.isInstanceAware = true
        let account = try await app.signIn(request).account
        #expect(account.key.environment == "login.microsoftonline.us")
        #expect(try await app.silent(account, ["User.Read"], force: true).source == .refresh)
        let publicOnly = try await app.accounts().filter { $0.key.environment == "login.microsoftonline.com" }
        #expect(publicOnly.isEmpty)
    }

    @Test("row 39 L: a generic provider is found by its document, signs in and renews; a foreign issuer is refused")
    func row39() async throws {
        let stage = try await Stage()
        let app = try stage.application(viaProxy: false) {
            $0.authority = try Authority("\(stage.authorityHost)/oidc", kind: .oidc)
        }
        let result = try await app.signIn(scopes: ["User.Read"])
        #expect(try await app.silent(result.account, ["User.Read"], force: true).source == .refresh)
        #expect(try await app.accounts().map(\.homeAccountID) == [result.account.homeAccountID])
        try await stage.control(
            "fault",
            "add",
            "--path",
            "openid-configuration",
            "--set",
            "issuer=https://evil.example/oidc"
        )
        let other = try stage.application(viaProxy: false) {
            $0.authority = try Authority("\(stage.authorityHost)/oidc", kind: .oidc)
        }
        #expect(await failure { try await other.signIn() }?.code == .invalidAuthority)
    }

    @Test("row 25 L: a family's refresh token serves where one's own was refused")
    func row25Family() async throws {
        let stage = try await Stage()
        let first = try stage.application(client: Configuration.developerClientID)
        let second = try stage.application(client: "14d82eec-204b-4c2f-b7e8-296a70dab67e")
        try await first.signIn()
        let account = try await second.signIn().account
        try await stage.control("fault", "add", "--grant", "refresh_token", "--error", "700082")
        #expect(await failure { try await second.silent(account, force: true) }?.code == .interactionRequired)
        #expect(try await second.silent(account, force: true).source == .refresh)
        #expect(try await second.accounts().first?.needsSignIn == false)
    }

    @Test(
        "row 35 L: a claims challenge passes the cache over, goes out with the capabilities and asks for a sign-in at last"
    )
    func row35() async throws {
        let stage = try await Stage()
        let app = try stage.application { $0.capabilities = ["cp1"] }
        let account = try await app.signIn(scopes: [Name.graph]).account
        let challenge = #"{"access_token":{"nbf":{"essential":true,"value":"1735689600"}}}"#
        let renewed = try await app.silent(account, claims: challenge)
        #expect(renewed.source == .refresh)
        #expect(try claims(of: renewed.accessToken)["xms_cc"] == ["CP1"])
        try await stage.control("revoke", Name.alice)
        let error = try #require(await failure { try await app.silent(account, claims: challenge) })
        #expect(error.code == .interactionRequired)
        #expect(error.claims == challenge)
        #expect(error.hint?.contains(challenge) == true)
    }

    @Test("row 35 L: a step-up is asked for once, and the sign-in with it serves from then on without a page")
    func row35StepUp() async throws {
        let stage = try await Stage()
        let app = try stage.application { $0.capabilities = ["cp1"] }
        let account = try await app.signIn(scopes: [Name.graph]).account
        let challenge = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
        let error = try #require(await failure { try await app.silent(account, claims: challenge) })
        #expect(error.code == .interactionRequired)
        #expect(error.claims?.contains("acrs") == true)
        let stronger = try await app.signIn(scopes: [Name.graph], claims: error.claims)
        #expect(try claims(of: stronger.accessToken)["acrs"] == ["c1"])
        let renewed = try await app.silent(account, claims: challenge)
        #expect(renewed.source == .refresh)
        #expect(try claims(of: renewed.accessToken)["acrs"] == ["c1"])
    }

    @Test(
        "row 35 L: without the capability a revoked session's token is good until it ends, and a service's plain 401 is not retried"
    )
    func row35Incapable() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        let url = "\(stage.authorityHost)/v1.0/me"
        let words = ["request", "--scope", Name.graph, url]
        #expect(try await stage.lanyard(words).status == 0)
        try await stage.control("clock", "+3h")
        let before = try await stage.requests().filter { $0["path"]?.stringValue == "/v1.0/me" }.count
        let run = try await stage.lanyard(words)
        let after = try await stage.requests().filter { $0["path"]?.stringValue == "/v1.0/me" }.count
        #expect(run.status == 1)
        #expect(after - before == 1)
    }

    @Test("row 11 L: a sign-in that may show no page fails with what a page would be needed for")
    func row11() async throws {
        let stage = try await Stage()
        // A browser without a session, which signs nobody in.
        let app = try stage.application {
            $0.browserCommand = "\(Stage.program("lanyard-emulator")) browser --state \(stage.state)"
        }
        let error = await failure {
            try await app.signIn(SignInRequest(prompt: SignInRequest.Prompt.none, limit: .seconds(30)))
        }
        #expect(error?.code == .interactionRequired)
        #expect(error?.serverError == "login_required")
    }

    @Test(
        "row 14 L: each refusal of a code is one error and no second try",
        arguments: [
            54_005, 501_481, 500_112, 700_005, 70_008,
        ]
    )
    func row14(number: Int) async throws {
        let stage = try await Stage()
        let app = try stage.application()
        try await stage.control("fault", "add", "--grant", "authorization_code", "--error", "\(number)")
        let error = await failure { try await app.signIn() }
        #expect(error?.serverCode == "AADSTS\(number)")
        #expect(try await stage.count(grant: "authorization_code") == 1)
        #expect(try await app.accounts().isEmpty)
    }

    @Test("row 33 L: a client that is told that it loops stops asking")
    func row33() async throws {
        let stage = try await Stage()
        let clock = ShiftedClock()
        let app = try stage.application(clock: clock)
        let account = try await app.signIn(scopes: ["User.Read"]).account
        clock.move(by: 7200)
        try await stage.control("clock", "+2h")
        try await stage.control("fault", "add", "--grant", "refresh_token", "--error", "50196", "--times", "0")
        for _ in 0..<5 { #expect(await failure { try await app.silent(account, ["User.Read"]) }?.code == .throttled) }
        #expect(try await stage.count(grant: "refresh_token") == 1)
    }
}
