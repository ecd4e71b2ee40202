/// The work of an application: sign-in, silent tokens, tenants.
///
/// All effects come in as ports.
public struct Engine: Sendable {
    /// What stays the same for all requests.
    public let settings: EngineSettings
    /// The accounts and tokens.
    public let cache: TokenCache
    package let ports: Ports
    let tokenClient: TokenClient
    let resolver: AuthorityResolver
    let keys: KeyKeeper
    let throttle = Throttle()
    let callerTokens = CallerTokens()

    /// The effects that the engine needs.
    public struct Ports: Sendable {
        /// Sends requests.
        public var transport: any HTTPTransport
        /// Keeps processes apart.
        public var locks: any LockProvider
        /// Tells the time.
        public var clock: any Clock
        /// Gives random bytes.
        public var random: any RandomSource
        /// Hashes.
        public var digester: any Digester
        /// Opens pages.
        public var browser: any Browser
        /// Waits for redirects.
        public var listener: any RedirectListener
        /// Takes one line about something that went wrong and did not matter.
        public var warn: @Sendable (String) -> Void

        /// Collects the effects.
        public init(
            transport: any HTTPTransport,
            locks: any LockProvider,
            clock: any Clock,
            random: any RandomSource,
            digester: any Digester,
            browser: any Browser,
            listener: any RedirectListener,
            warn: @escaping @Sendable (String) -> Void
        ) {
            self.transport = transport
            self.locks = locks
            self.clock = clock
            self.random = random
            self.digester = digester
            self.browser = browser
            self.listener = listener
            self.warn = warn
        }
    }

    /// Makes an engine.
    public init(settings: EngineSettings, cache: TokenCache, ports: Ports) {
        self.settings = settings
        self.cache = cache
        self.ports = ports
        tokenClient = TokenClient(
            transport: ports.transport,
            clock: ports.clock,
            version: settings.version,
            credential: settings.credential
        )
        let resolver = AuthorityResolver(settings: settings, transport: ports.transport)
        self.resolver = resolver
        keys = KeyKeeper(files: cache.files, digester: ports.digester, clock: ports.clock) { url in
            try await resolver.getJSON(url, settings.authority)
        }
    }

    var now: Int64 { ports.clock.now() }

    /// Throws `invalid_token` where an ID token is not from the authority or not for this application.
    func check(_ token: IDToken, _ authority: Authority, _ endpoints: Endpoints, nonce: String? = nil) async throws {
        let rule = IDTokenRule(
            clientID: settings.clientID,
            authority: authority,
            issuer: endpoints.issuer,
            nonce: nonce
        )
        try rule.check(token)
        guard settings.requiresSignedIDTokens, let url = endpoints.keys else { return }
        try await keys.check(token, keysAt: url)
    }

    /// A random id for one request, by which the service's operators find it.
    func makeCorrelationID() -> String {
        var bytes = ports.random.bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let hex = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
        let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return cuts.map { String(hex.dropFirst($0.lowerBound).prefix($0.count)) }.joined(separator: "-")
    }

    /// The command that signs an account in again, for a tenant and with a challenge.
    func signInHint(account: Account?, tenant: TenantName?, claims: String?) -> String {
        var words = ["lanyard login"]
        if let account { words.append("-a \(Self.shellQuoted(account.username))") }
        if let tenant, !tenant.isMultiTenant { words.append("-t \(tenant.pathSegment)") }
        if let claims { words.append("--claims \(Self.shellQuoted(claims))") }
        return words.joined(separator: " ")
    }

    static func shellQuoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: [UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
                }
            }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
