import Lanyard
import LanyardCore
import LanyardSelection

/// What the commands need of the library; tests have one of their own.
protocol AccountService: CacheService {
    func accounts() async throws -> [Account]
    /// The same, made when they are looked at.
    func people() async throws -> AccountList
    func select(_ request: SelectionRequest, defaultAccount: String?, asksForTenants: Bool) async throws
        -> AccountSelection.Outcome
    func remember(_ verdict: Verdict, _ outcome: Result<AuthenticationResult, any Error>) async
    @discardableResult
    func setLabel(_ label: String?, for account: Account) async throws -> Account
    @discardableResult
    func setExplicitOnly(_ isExplicitOnly: Bool, for account: Account) async throws -> Account
    func signIn(_ request: SignInRequest) async throws -> AuthenticationResult
    func signInWithDeviceCode(
        _ request: DeviceCodeRequest,
        show: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws -> AuthenticationResult
    func acquireTokenSilent(_ request: SilentRequest) async throws -> AuthenticationResult
    func acquireToken(
        _ request: SignInRequest,
        find: @escaping @Sendable ([Account]) -> Account?
    ) async throws -> AuthenticationResult
    @discardableResult
    func signOut(_ account: Account) async throws -> Int
    @discardableResult
    func signOutAll() async throws -> Int
    func endBrowserSession(of account: Account) async throws
    func tenants(for account: Account, discover: Bool) async throws -> [TenantProfile]
    func diagnoseStore() async -> StoreDiagnosis
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension AccountService {
    func people() async throws -> AccountList { AccountList(try await accounts()) }
}

extension Application: AccountService {
    func select(_ request: SelectionRequest, defaultAccount: String?, asksForTenants: Bool) async throws
        -> AccountSelection.Outcome
    {
        try await select(request, defaultAccount: defaultAccount, asksForTenants: asksForTenants, watch: nil)
    }
}
