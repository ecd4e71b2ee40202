import GLibBridge
import Lanyard
@testable import LanyardCore
import LanyardSelection

@testable import LanyardCLI

/// A library that knows three people and remembers what it was asked.
actor FakeService: AccountService {
    private(set) var known: [Account]
    private(set) var silentRequests: [SilentRequest] = []
    private(set) var signIns: [SignInRequest] = []
    private(set) var deviceCodes: [DeviceCodeRequest] = []
    private(set) var signedOut: [String] = []
    private var failure: LanyardError?
    private var impostor: Account?
    private var source = AuthenticationResult.Source.cache
    private var isWaiting = false

    init(_ accounts: [Account] = []) { known = accounts }

    func fail(_ error: LanyardError?) { failure = error }

    /// Answers with somebody else's token from now on.
    func answer(with account: Account) { impostor = account }

    /// Fetches tokens from now on instead of having them.
    func fetch() { source = .refresh }

    /// Never answers a sign-in from now on.
    func waitForEver() { isWaiting = true }

    func accounts() throws -> [Account] {
        if let failure, failure.code.rawValue.hasPrefix("store") { throw failure }
        return known
    }

    /// Where the rules and evidence of a run are.
    nonisolated let configuration = Lock<Configuration?>(nil)
    private var tenants: [String: String] = [:]
    private(set) var askedDomains: [String] = []
    private(set) var warnings: [String] = []

    /// Knows the tenant of a domain when it is asked.
    func answer(domain: String, _ tenantID: String) { tenants[domain] = tenantID }

    func select(_ request: SelectionRequest, defaultAccount: String?, asksForTenants: Bool) async throws
        -> AccountSelection.Outcome
    {
        guard let configuration = configuration.withLock({ $0 }) else {
            throw LanyardError(.internalFault, "not opened")
        }
        let folders = configuration.directories
        let selection = AccountSelection(
            accounts: try accounts(),
            domains: ["contoso.example": Person.contoso, "fabrikam.example": Person.fabrikam],
            evidence: EvidenceFiles(folders),
            sessions: ExecSessions(folders),
            warn: { _ in }
        )
        let ask: @Sendable (String) async throws -> String? = { try await self.ask($0) }
        return try await selection.select(
            request,
            defaultAccount: defaultAccount,
            sessionName: configuration.environment[ExecSessions.variable],
            tenantID: asksForTenants ? ask : nil
        )
    }

    private func ask(_ domain: String) throws -> String? {
        askedDomains.append(domain)
        guard let id = tenants[domain] else { throw LanyardError(.network, "offline") }
        return id
    }

    func remember(_ verdict: Verdict, _ outcome: Result<AuthenticationResult, any Error>) async {
        guard let folders = configuration.withLock({ $0 })?.directories else { return }
        let files = EvidenceFiles(folders)
        do {
            switch outcome {
            case .success(let result): try await files.noteSuccess(verdict, result, now: 1_767_225_600)
            case .failure(let error as LanyardError):
                try await files.noteRefusal(verdict, error, tenantID: verdict.tenantID, now: 1_767_225_600)
            case .failure: return
            }
        } catch { warnings.append("\(error)") }
    }

    func setLabel(_ label: String?, for account: Account) -> Account { change(account) { $0.label = label } }

    func setExplicitOnly(_ isExplicitOnly: Bool, for account: Account) -> Account {
        change(account) { $0.isExplicitOnly = isExplicitOnly }
    }

    private func change(_ account: Account, _ body: (inout Account) -> Void) -> Account {
        var changed = account
        body(&changed)
        known = known.map { $0.key == account.key ? changed : $0 }
        return changed
    }

    func signIn(_ request: SignInRequest) async throws -> AuthenticationResult {
        signIns.append(request)
        if isWaiting { try await Self.untilCancelled() }
        if let failure { throw failure }
        known.append(Person.alice)
        return result(Person.alice, .interactive, nil)
    }

    func signInWithDeviceCode(
        _ request: DeviceCodeRequest,
        show: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws -> AuthenticationResult {
        deviceCodes.append(request)
        let place = "https://login.example/device"
        await show(
            DeviceCodePrompt(
                userCode: "ABCD-EFGH",
                verificationURI: place,
                message: "Open \(place) and enter ABCD-EFGH",
                lifetime: 900
            )
        )
        if isWaiting { try await Self.untilCancelled() }
        return result(Person.bob, .interactive, nil)
    }

    private static func untilCancelled() async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }

    func acquireTokenSilent(_ request: SilentRequest) throws -> AuthenticationResult {
        silentRequests.append(request)
        if let failure { throw failure }
        return result(impostor ?? request.account, source, request.tenant)
    }

    func acquireToken(
        _ request: SignInRequest,
        find: @escaping @Sendable ([Account]) -> Account?
    ) async throws -> AuthenticationResult {
        if let account = find(known) { return result(account, .cache, request.tenant) }
        return try await signIn(request)
    }

    func signOut(_ account: Account) -> Int {
        signedOut.append(account.username)
        known.removeAll { $0.key == account.key }
        return 2
    }

    func signOutAll() -> Int {
        known = []
        return 5
    }

    func endBrowserSession(of account: Account) { signedOut.append("browser: \(account.username)") }

    func tenants(for account: Account, discover: Bool) -> [TenantProfile] {
        account.tenantProfiles
            + (discover
                ? [TenantProfile(tenantID: Person.litware, tenantName: "Litware", domain: "litware.example")] : [])
    }

    private(set) var sent: [HTTPRequest] = []
    private var replies: [HTTPResponse] = []
    private var diagnosis = StoreDiagnosis(provider: "gnome-keyring-d", duration: .milliseconds(4))

    func reply(_ replies: [HTTPResponse]) { self.replies = replies }

    func diagnose(_ diagnosis: StoreDiagnosis) { self.diagnosis = diagnosis }

    func diagnoseStore() -> StoreDiagnosis { diagnosis }

    /// What `lanyard cache` finds.
    private var entries: [CacheEntry] = []
    private var findings: [CacheFinding] = []
    private(set) var repaired: [CacheFinding] = []

    /// Has these items, and these things wrong with them.
    func keep(_ entries: [CacheEntry], _ findings: [CacheFinding]) {
        (self.entries, self.findings) = (entries, findings)
    }

    func cacheEntries() throws -> [CacheEntry] {
        if let failure { throw failure }
        return entries
    }

    func cacheStatistics() -> CacheStatistics {
        CacheStatistics(store: diagnosis, counts: diagnosis.problem == nil ? [.durable: entries.count] : nil)
    }

    func verifyCache() throws -> CacheVerification {
        if let failure { throw failure }
        return CacheVerification(itemCount: entries.count, accountCount: entries.count, findings: findings)
    }

    func makeStoreKey() -> StoreKeyChange {
        StoreKeyChange(keyID: "0123456789abcdef", source: "the key file /k", sealedCount: 0, left: [])
    }

    func rekeyStore() -> StoreKeyChange {
        StoreKeyChange(keyID: "0123456789abcdef", source: "the key file /k", sealedCount: 2, left: [])
    }

    func adoptStore() -> (store: StoreIdentity, forgotten: [Account]) {
        (StoreIdentity(provider: "keepassxc", collection: "/c"), known)
    }

    func repairCache(_ findings: [CacheFinding]) throws -> [CacheFinding] {
        repaired += findings
        self.findings.removeAll(where: findings.contains)
        return findings
    }

    func send(_ request: HTTPRequest) -> HTTPResponse {
        sent.append(request)
        return replies.isEmpty ? HTTPResponse(status: 200, body: Array("{}".utf8)) : replies.removeFirst()
    }

    private func result(
        _ account: Account,
        _ source: AuthenticationResult.Source,
        _ tenant: TenantName?
    ) -> AuthenticationResult {
        AuthenticationResult(
            accessToken: Secret("AT-\(account.username)"),
            tokenType: "Bearer",
            expiresOn: 1_767_229_200,
            scopes: ["User.Read"],
            declinedScopes: [],
            tenantID: tenant?.tenantID ?? account.homeAccountID.tenantID ?? "",
            account: account,
            authority: .organizations.with(tenant: tenant ?? .organizations),
            source: source,
            correlationID: nil,
            isExtended: false
        )
    }
}

/// The people of the built-in world.
enum Person {
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let litware = "cccccccc-0000-4000-8000-00000000117e"

    static let alice = person(
        "alice@contoso.example",
        "a11ce000-0000-4000-8000-0000000000a1",
        contoso,
        guestIn: [fabrikam]
    )
    static let bob = person("bob@fabrikam.example", "b0b00000-0000-4000-8000-0000000000b0", fabrikam, label: "fab")
    static let admin = person(
        "admin@contoso.example",
        "ad000000-0000-4000-8000-0000000000ad",
        contoso,
        isExplicitOnly: true
    )

    /// One of many people in one tenant; numbers up to 99.
    static func extra(_ number: Int) -> Account {
        let digits = number < 10 ? "0\(number)" : "\(number)"
        return person("person\(digits)@contoso.example", "e0000000-0000-4000-8000-0000000000\(digits)", contoso)
    }

    private static func person(
        _ name: String,
        _ object: String,
        _ home: String,
        guestIn guests: [String] = [],
        label: String? = nil,
        isExplicitOnly: Bool = false
    ) -> Account {
        let domain = name.split(separator: "@").last.map(String.init)
        return Account(
            key: AccountKey(
                homeAccountID: HomeAccountID(uid: object, utid: home),
                environment: "login.microsoftonline.com",
                clientID: Configuration.developerClientID
            ),
            username: name,
            label: label,
            isExplicitOnly: isExplicitOnly,
            tenantProfiles: [TenantProfile(tenantID: home, objectID: object, domain: domain, isHome: true)]
                + guests.map { TenantProfile(tenantID: $0, username: name, domain: "fabrikam.example") }
        )
    }
}
