import Lanyard
import LanyardTestSupport
import Testing

/// Rows of the acceptance matrix that are about passwords, applications and middle tiers, column L: the client against the emulator.
@Suite("Matrix L: passwords, applications, middle tiers", .startsPrograms, .serialized)
struct ServiceRowTests {
    private static let service = "33333333-3333-4333-8333-333333333333"
    private static let api = "44444444-4444-4444-8444-444444444444"
    private static let apiScope = "api://lanyard-demo/Read"

    private func signIn(_ app: Application, _ user: String, _ password: String = "Passw0rd!") async throws
        -> AuthenticationResult
    {
        try await app.signInWithPassword(
            PasswordRequest(username: user, password: Secret(password), scopes: try ScopeSet([Name.graph]))
        )
    }

    private func confidential(_ stage: Stage, _ client: String, _ secret: String, viaProxy: Bool = true) throws
        -> Application
    {
        try stage.application(client: client, viaProxy: viaProxy) { $0.credential = .secret(Secret(secret)) }
    }

    private func token(
        _ app: Application,
        _ tenant: String = Name.contoso,
        _ scopes: [String] = [Name.graph],
        force: Bool = false
    ) async throws -> ServiceToken {
        try await app.acquireTokenForApplication(
            ApplicationTokenRequest(scopes: try ScopeSet(scopes), tenant: try TenantName(tenant), forceRefresh: force)
        )
    }

    @Test(
        "row 26 L: refused passwords are told apart, and nothing is stored",
        arguments: [
            ("carl@contoso.example", "Passw0rd!", "AADSTS50057", "is disabled"),
            ("dora@contoso.example", "Passw0rd!", "AADSTS50055", "change the password"),
            (Name.bob, "wrong", "AADSTS50126", "check user name and password"),
            ("nobody@contoso.example", "x", "AADSTS50034", "check the user name"),
        ]
    )
    func row26(user: String, password: String, code: String, hint: String) async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let error = try #require(await failure { try await signIn(app, user, password) })
        #expect(error.serverCode == code)
        #expect(error.hint?.contains(hint) == true, "\(error.hint ?? "")")
        #expect(error.account == user)
        #expect(error.correlationID != nil)
        #expect(try await app.accounts().isEmpty)
        #expect(try await stage.count(grant: "password") == 1)
    }

    @Test("row 26 L: a federated account's password is sent nowhere", arguments: [true, false])
    func row26Federated(viaProxy: Bool) async throws {
        let stage = try await Stage()
        let app = try stage.application(viaProxy: viaProxy)
        let error = try #require(await failure { try await signIn(app, "fred@contoso.example") })
        #expect(error.code == .interactionRequired)
        #expect(error.hint?.contains("lanyard login") == true)
        #expect(try await stage.count(grant: "password") == 0)
    }

    @Test("row 26 L: the right password makes an ordinary account, and a factor that is missing comes with its claims")
    func row26Good() async throws {
        let stage = try await Stage()
        let app = try stage.application()
        let result = try await signIn(app, Name.alice)
        #expect(result.account.homeAccountID.rawValue == Name.aliceID)
        #expect(try await app.silent(result.account, tenant: "fabrikam.example").tenantID == Name.fabrikam)
        try await stage.control("policy", "set", "contoso.example", "mfa")
        let error = try #require(await failure { try await signIn(app, Name.alice) })
        #expect(error.serverCode == "AADSTS50076")
        #expect(error.code == .interactionRequired)
        #expect(error.claims?.contains("capolids") == true)
    }

    @Test("row 27 L: an application's token is kept under client, tenant and scope, and is nobody's")
    func row27() async throws {
        let stage = try await Stage()
        let app = try confidential(stage, Self.service, "demo-secret-not-secret")
        let first = try await token(app, Name.contoso, [Name.graph, "openid", "offline_access", "profile"])
        #expect(first.source == .authority)
        #expect(try claims(of: first.accessToken)["idtyp"]?.stringValue == "app")
        #expect(try claims(of: first.accessToken)["tid"]?.stringValue == Name.contoso)
        // Another process finds it, also by the tenant's domain.
        let other = try confidential(stage, Self.service, "not looked at")
        #expect(try await token(other).source == .cache)
        #expect(try await token(other, "contoso.example").accessToken == first.accessToken)
        #expect(try await stage.count(grant: "client_credentials") == 1)
        let vault = "https://vault.azure.net/.default"
        #expect(try await token(app, Name.contoso, [vault]).source == .authority)
        #expect(try await token(app).accessToken == first.accessToken)
        #expect(try await app.accounts().isEmpty)
        #expect(try await stage.lanyard("accounts", "-o", "json").output == "[]\n")
        #expect(try await app.signOutAll() == 1)
        #expect(try await token(app).source == .authority)
    }

    @Test("row 27 L: tasks and processes that need the same application token make one request")
    func row27Race() async throws {
        let stage = try await Stage()
        let apps = try (0..<4).map { _ in try confidential(stage, Self.service, "demo-secret-not-secret") }
        let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
            for index in 0..<32 { group.addTask { try await token(apps[index % apps.count]).accessToken } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.allSatisfy { $0 == tokens[0] })
        #expect(try await stage.count(grant: "client_credentials") == 1)
    }

    @Test("row 27 L: what no application can get is refused before or by the authority, each in its own words")
    func row27Refused() async throws {
        let stage = try await Stage()
        let app = try confidential(stage, Self.service, "demo-secret-not-secret")
        for tenant in ["common", "organizations", "consumers"] {
            #expect(await failure { try await token(app, tenant) }?.code == .invalidAuthority, "\(tenant)")
        }
        for scopes in [["User.Read"], [], ["openid"]] {
            #expect(await failure { try await token(app, Name.contoso, scopes) }?.code == .invalidScope, "\(scopes)")
        }
        #expect(try await stage.count(grant: "client_credentials") == 0)
        #expect(await failure { try await token(app, Name.fabrikam) }?.serverCode == "AADSTS700016")
        let wrong = try confidential(stage, Self.service, "wrong")
        let error = try #require(await failure { try await token(wrong) })
        #expect(error.serverCode == "AADSTS7000215")
        #expect(error.code == .serverRefused)
        #expect(!"\(error)".contains("wrong"))
        let open = try stage.application(client: Self.service)
        #expect(await failure { try await token(open) }?.code == .noCredential)
    }

    @Test(
        "row 28 L: a middle tier trades its caller's token, once for each caller and scope",
        arguments: [true, false]
    )
    func row28(viaProxy: Bool) async throws {
        let stage = try await Stage()
        let caller = try stage.application(viaProxy: viaProxy)
        let signedIn = try await caller.signIn(scopes: [Self.apiScope])
        let (account, assertion) = (signedIn.account, signedIn.accessToken)
        let tier = try confidential(stage, Self.api, "api-secret-not-secret", viaProxy: viaProxy)
        let tokens = try await withThrowingTaskGroup(of: ServiceToken.self) { group in
            for _ in 0..<8 { group.addTask { try await onBehalf(tier, assertion) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let found = try claims(of: tokens[0].accessToken)
        #expect(found["aud"]?.stringValue == "https://graph.microsoft.com")
        #expect(found["oid"]?.stringValue == account.homeAccountID.objectID)
        #expect(tokens.allSatisfy { $0.accessToken == tokens[0].accessToken })
        #expect(try await onBehalf(tier, assertion).source == .cache)
        #expect(try await stage.count(grant: Self.bearer) == 1)
        #expect(try await tier.accounts() == caller.accounts().filter { $0.key.clientID == Self.api })
    }

    private static let bearer = "on_behalf_of"

    private func onBehalf(_ app: Application, _ assertion: Secret) async throws -> ServiceToken {
        try await app.acquireTokenOnBehalfOf(
            OnBehalfOfRequest(
                assertion: assertion,
                scopes: try ScopeSet(["https://graph.microsoft.com/User.Read"]),
                tenant: try TenantName(Name.contoso)
            )
        )
    }

    @Test("row 28 L: another audience, an old token and a demand for a factor each reach the caller in their own way")
    func row28Refused() async throws {
        let stage = try await Stage()
        let caller = try stage.application()
        let signedIn = try await caller.signIn(scopes: [Self.apiScope])
        let assertion = signedIn.accessToken
        let tier = try confidential(stage, Self.api, "api-secret-not-secret")
        let graph = try await caller.signIn(scopes: [Name.graph]).accessToken
        let audience = try #require(await failure { try await onBehalf(tier, graph) })
        #expect(audience.serverCode == "AADSTS500131")
        #expect(audience.code == .serverRefused)
        try await stage.control("policy", "set", "contoso.example", "mfa")
        let factor = try #require(await failure { try await onBehalf(tier, assertion) })
        #expect(factor.serverCode == "AADSTS50076")
        #expect(factor.code == .interactionRequired)
        #expect(factor.claims?.contains("capolids") == true)
        #expect(factor.correlationID != nil)
        #expect(factor.hint?.contains("401") == true)
        // The caller signs in with exactly those claims, and the middle tier is served.
        let stronger = try await caller.signIn(scopes: [Self.apiScope], claims: factor.claims).accessToken
        #expect(try await onBehalf(tier, stronger).source == .authority)
        try await stage.control("policy", "set", "contoso.example", "none")
        try await stage.control("clock", "+25h")
        // Another process, which was not told to wait by the refusal before.
        let later = try confidential(stage, Self.api, "api-secret-not-secret")
        let old = try #require(await failure { try await onBehalf(later, assertion) })
        #expect(old.serverCode == "AADSTS500133")
        #expect(old.hint?.contains("still good") == true)
        let open = try stage.application(client: Self.api)
        #expect(await failure { try await onBehalf(open, assertion) }?.code == .noCredential)
    }
}
