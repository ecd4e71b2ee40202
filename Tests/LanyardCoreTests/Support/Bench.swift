import LanyardCore
import LanyardTesting

/// An engine over fakes, with the fixtures that the tests share.
struct Bench {
    static let clientID = "11111111-1111-4111-8111-111111111111"
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let aliceOID = "a11ce000-0000-4000-8000-0000000000a1"
    static let aliceID = HomeAccountID(uid: aliceOID, utid: contoso)
    static let now: Int64 = 1_735_689_600

    let transport: ScriptedTransport
    let store: MemoryStore
    let files = MemoryFiles()
    let clock: FakeClock
    let listener = FakeListener()
    let warnings = Warnings()
    let engine: Engine

    init(
        _ answers: [ScriptedTransport.Answer] = [],
        hasVolatileCollection: Bool = true,
        advances: Bool = true,
        browser: FakeBrowser = FakeBrowser(),
        settings: EngineSettings = EngineSettings(clientID: Bench.clientID, requiresSignedIDTokens: false)
    ) {
        let clock = FakeClock(advances: advances)
        self.clock = clock
        transport = ScriptedTransport(answers)
        store = MemoryStore(hasVolatileCollection: hasVolatileCollection)
        let locks = MemoryLocks()
        let warnings = warnings
        let cache = TokenCache(
            store: store,
            files: files,
            locks: locks,
            digester: WeakDigester(),
            clock: clock,
            warn: { warnings.add($0) }
        )
        engine = Engine(
            settings: settings,
            cache: cache,
            ports: Engine.Ports(
                transport: transport,
                locks: locks,
                clock: clock,
                random: CountingRandom(),
                digester: WeakDigester(),
                browser: browser,
                listener: listener,
                warn: { warnings.add($0) }
            )
        )
    }

    static func jwt(_ claims: JSONValue) -> String {
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + Base64URL.encode(Array(claims.serialized().utf8)) + ".c2ln"
    }

    static func clientInfo(_ uid: String = aliceOID, _ utid: String = contoso) -> String {
        Base64URL.encode(Array(#"{"uid":"\#(uid)","utid":"\#(utid)"}"#.utf8))
    }

    /// The ID token of alice at home.
    static let aliceToken = jwt([
        "aud": .string(clientID), "iss": .string("https://login.microsoftonline.com/\(contoso)/v2.0"),
        "iat": 1_735_689_600, "nbf": 1_735_689_600, "exp": 1_735_693_500, "tid": .string(contoso),
        "oid": .string(aliceOID), "sub": "sub-alice-contoso", "name": "Alice Example",
        "preferred_username": "alice@contoso.example", "ver": "2.0",
    ])

    /// The normal token reply, which tests change.
    static func reply(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: [String: JSONValue] = [
            "token_type": "Bearer", "scope": "User.Read openid profile", "expires_in": 3600, "ext_expires_in": 3600,
            "access_token": "AT-1", "refresh_token": "RT-1", "id_token": .string(aliceToken),
            "client_info": .string(clientInfo()),
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    static let deviceCode: JSONValue = [
        "device_code": "DC-1", "user_code": "ABCD-EFGH", "verification_uri": "https://login.example/device",
        "expires_in": 900, "interval": 5, "message": "go there",
    ]

    /// Signs in with a device code whose token reply is this one.
    @discardableResult
    func signIn(_ reply: JSONValue = Bench.reply(), scopes: ScopeSet = ScopeSet(unchecked: ["User.Read"])) async throws
        -> AuthenticationResult
    {
        await transport.add(.json(200, Self.deviceCode))
        await transport.add(.json(200, reply))
        return try await engine.signInWithDeviceCode(DeviceCodeRequest(scopes: scopes)) { _ in }
    }

    func silent(
        _ account: Account,
        _ scopes: [String] = ["User.Read"],
        tenant: TenantName? = nil
    ) async throws -> AuthenticationResult {
        try await engine.acquireTokenSilent(
            SilentRequest(account: account, scopes: try ScopeSet(scopes), tenant: tenant)
        )
    }
}

/// Collects warnings.
final class Warnings: @unchecked Sendable {
    // Invariant for @unchecked Sendable: one task of a test at a time adds and reads.
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
}
