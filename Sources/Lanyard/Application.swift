public import LanyardCore
internal import LanyardSelection
internal import LanyardHTTP

/// One application and all accounts that signed in to it, across tenants, clouds and authorities.
///
/// ```swift
/// let app = try Application(configuration: Configuration(clientID: "…", environment: environment))
/// let signedIn = try await app.signIn(SignInRequest())
/// let token = try await app.acquireTokenSilent(SilentRequest(account: signedIn.account, scopes: try ScopeSet(["User.Read"])))
/// ```
///
/// Calls may run side by side; silent ones that need the same refresh share one request, also across processes. Cancelling the
/// calling task ends the wait. Errors are ``LanyardError``.
public actor Application {
    /// What the application was made with.
    public nonisolated let configuration: Configuration
    let engine: Engine
    /// The history of the choice that was made last, so that noting its success need not read it once more.
    var recentHistory: History?

    /// Makes an application; throws the first of ``Configuration/problems()``.
    public init(configuration: Configuration) throws {
        if let problem = configuration.problems().first { throw problem }
        self.configuration = configuration
        engine = Self.makeEngine(configuration)
    }

    /// Makes an application over other parts than the system's, for tests.
    package init(configuration: Configuration, engine: Engine) {
        self.configuration = configuration
        self.engine = engine
    }

    /// Wires the engine to the system; tests give another clock.
    package static func makeEngine(_ configuration: Configuration, clock: any Clock = SystemClock()) -> Engine {
        let redirect = Configuration.loopback(configuration.redirectURI) ?? (host: "localhost", path: "/")
        let parts = StoreParts(configuration)
        let cache = TokenCache(
            store: parts.store,
            files: parts.files,
            locks: parts.locks,
            digester: SystemDigester(),
            clock: clock,
            hasPrivateLabels: configuration.store.hasPrivateLabels,
            warn: configuration.onWarning
        )
        return Engine(
            settings: EngineSettings(
                clientID: configuration.clientID,
                authority: configuration.authority,
                capabilities: configuration.capabilities,
                knownAuthorities: configuration.knownAuthorities,
                usesInstanceDiscovery: configuration.usesInstanceDiscovery,
                usesExtendedLifetime: configuration.usesExtendedLifetime,
                redirectPath: redirect.path,
                redirectHost: redirect.host,
                version: LanyardVersion.current,
                credential: configuration.credential,
                resourceManager: configuration.resourceManager
            ),
            cache: cache,
            ports: Engine.Ports(
                transport: SoupTransport(
                    version: LanyardVersion.current,
                    authorityFile: configuration.caFile,
                    environment: configuration.environment
                ),
                locks: parts.locks,
                clock: clock,
                random: SystemRandom(),
                digester: SystemDigester(),
                browser: SystemBrowser(
                    command: configuration.browserCommand,
                    list: configuration.environment["BROWSER"],
                    announce: configuration.onOpen
                ),
                listener: LoopbackListener(),
                warn: configuration.onWarning
            )
        )
    }

    // MARK: Accounts

    /// Every account that signed in to this application, by name.
    ///
    /// Comes from the index, so that it costs no round trip; throws a `store…` code where the index is missing and the store does
    /// not answer or is locked.
    public func accounts() async throws -> [Account] {
        try await people().accounts
    }

    /// The same, made when they are looked at.
    package func people() async throws -> AccountList {
        try await engine.cache.index().list.signedIn(to: engine.settings.clientID)
    }

    /// Which tenant a domain was found to belong to.
    public func knownDomains() async throws -> [String: String] { try await engine.cache.index().domains }

    /// Names an account, or takes its name away.
    @discardableResult
    public func setLabel(_ label: String?, for account: Account) async throws -> Account {
        try await engine.cache.update(account.key, .mustExist) { record, _ in record.label = label }.account
    }

    /// Says whether an account is used only when it is named.
    @discardableResult
    public func setExplicitOnly(_ isExplicitOnly: Bool, for account: Account) async throws -> Account {
        try await engine.cache.update(account.key, .mustExist) { record, _ in
            record.isExplicitOnly = isExplicitOnly
        }.account
    }

    // MARK: Tokens

    /// Signs one more account in through the browser; see ``Engine/signIn(_:)``.
    public func signIn(_ request: SignInRequest) async throws -> AuthenticationResult {
        await signedIn(try await engine.signIn(request))
    }

    /// Signs one more account in with a code typed on another device; see ``Engine/signInWithDeviceCode(_:show:)``.
    public func signInWithDeviceCode(
        _ request: DeviceCodeRequest,
        show: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws -> AuthenticationResult {
        await signedIn(try await engine.signInWithDeviceCode(request, show: show))
    }

    /// A token without any page; see ``Engine/acquireTokenSilent(_:)``.
    ///
    /// A `not_a_member` names the signed-in accounts that are in the tenant.
    public func acquireTokenSilent(_ request: SilentRequest) async throws -> AuthenticationResult {
        do {
            return try await engine.acquireTokenSilent(request)
        } catch let error as LanyardError where error.code == .notAMember {
            throw await namingMembers(error, tenant: request.tenant)
        }
    }

    /// What cannot be looked up is left out: the refusal is what matters.
    private func namingMembers(_ error: LanyardError, tenant: TenantName?) async -> LanyardError {
        var id: String?
        switch tenant {
        case .id(let given): id = given
        case .domain(let domain): id = try? await engine.tenantID(ofDomain: domain)
        default: break
        }
        guard let id, let accounts = try? await accounts() else { return error }
        return error.namingMembers(of: id, among: accounts)
    }

    /// A token without a page where that is possible, else with one; see ``Engine/acquireToken(_:find:)``.
    public func acquireToken(
        _ request: SignInRequest,
        find: @escaping @Sendable ([Account]) -> Account?
    ) async throws -> AuthenticationResult {
        await signedIn(try await engine.acquireToken(request, find: find))
    }

    // MARK: Sign-out and tenants

    /// Removes an account's tokens of this application and gives how many items there were.
    ///
    /// Needs no network and works on a damaged account. The browser's own session goes on; see ``endBrowserSession(of:)``.
    @discardableResult
    public func signOut(_ account: Account) async throws -> Int {
        let count = try await engine.cache.remove(account.key)
        await forget(account)
        return count
    }

    /// Removes everything that this cache keeps, damaged items too, and gives how many items there were.
    @discardableResult
    public func signOutAll() async throws -> Int {
        let count = try await engine.cache.removeAll()
        await forget(nil)
        return count
    }

    /// Opens the page that ends the account's session in the browser.
    public func endBrowserSession(of account: Account) async throws { try await engine.endBrowserSession(of: account) }

    /// The tenants of an account, home first; with `discover` Azure Resource Manager is asked and the answer kept.
    public func tenants(for account: Account, discover: Bool = false) async throws -> [TenantProfile] {
        guard discover else { return account.tenantProfiles }
        return try await engine.discoverTenants(of: account)
    }
}
