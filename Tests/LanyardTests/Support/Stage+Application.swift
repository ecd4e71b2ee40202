import GLibBridge
import Lanyard
import LanyardTestSupport

/// The fixed names of the emulator's world.
enum Name {
    static let client = "11111111-1111-4111-8111-111111111111"
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let litware = "cccccccc-0000-4000-8000-00000000117e"
    static let northwind = "dddddddd-0000-4000-8000-0000000d1170"
    static let alice = "alice@contoso.example"
    static let bob = "bob@fabrikam.example"
    static let aliceID = "a11ce000-0000-4000-8000-0000000000a1.\(contoso)"
    static let graph = "https://graph.microsoft.com/.default"
}

/// A clock that runs like the system's, some seconds ahead.
final class ShiftedClock: Clock, Sendable {
    private let shift = Lock<Int64>(0)
    private let system = SystemClock()
    /// Whether waits pass at once, moving the time on.
    private let isFast: Bool

    init(isFast: Bool = false) { self.isFast = isFast }

    func move(by seconds: Int64) { shift.withLock { $0 += seconds } }
    func now() -> Int64 { system.now() + shift.withLock { $0 } }
    func sleep(_ duration: Duration) async throws {
        guard isFast else { return try await system.sleep(duration) }
        move(by: duration.components.seconds)
    }
}

extension Stage {
    /// An application in the stage's session; by the proxy it uses Microsoft's own host names.
    func application(
        client: String = Name.client,
        user: String = Name.alice,
        browser options: String = "",
        viaProxy: Bool = true,
        clock: ShiftedClock = ShiftedClock(),
        change: (inout Configuration) throws -> Void = { _ in }
    ) throws -> Application {
        var configuration = Configuration(clientID: client, environment: environment(viaProxy: viaProxy))
        configuration.caFile = caFile
        configuration.browserCommand = browser(user, options)
        if !viaProxy {
            configuration.authority = try Authority("\(authorityHost)/organizations")
            configuration.knownAuthorities = [configuration.authority.host]
        }
        try change(&configuration)
        return Application(
            configuration: configuration,
            engine: Application.makeEngine(configuration, clock: clock)
        )
    }
}

extension Application {
    /// A browser sign-in that may take a minute on a slow machine.
    @discardableResult
    func signIn(scopes: [String] = [], tenant: TenantName? = nil, claims: String? = nil) async throws
        -> AuthenticationResult
    {
        try await signIn(
            SignInRequest(scopes: try ScopeSet(scopes), tenant: tenant, claims: claims, limit: .seconds(60))
        )
    }

    @discardableResult
    func silent(
        _ account: Account,
        _ scopes: [String] = [Name.graph],
        tenant: String? = nil,
        force: Bool = false,
        claims: String? = nil
    ) async throws -> AuthenticationResult {
        try await acquireTokenSilent(
            SilentRequest(
                account: account,
                scopes: try ScopeSet(scopes),
                tenant: try tenant.map(TenantName.init),
                claims: claims,
                forceRefresh: force
            )
        )
    }
}

/// The `LanyardError` that the body throws, if it does.
func failure<Result>(_ body: () async throws -> Result) async -> LanyardError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? LanyardError ?? LanyardError(.internalFault, "\(error)")
    }
}

/// The claims of a token, unchecked.
func claims(of token: Secret) throws -> [String: JSONValue] { try IDToken(jwt: token.reveal()).claims }
