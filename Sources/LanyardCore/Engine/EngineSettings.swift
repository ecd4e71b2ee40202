/// What stays the same for all requests of one application.
public struct EngineSettings: Sendable {
    /// The application (client) id.
    public var clientID: String
    /// The authority of requests that name none.
    public var authority: Authority
    /// What the application can deal with, such as `cp1` for continuous access evaluation.
    public var capabilities: [String]
    /// Hosts that are trusted without asking instance discovery.
    public var knownAuthorities: Set<String>
    /// Whether hosts that are neither built in nor known are looked up; without it they are refused.
    public var usesInstanceDiscovery: Bool
    /// Whether a token past its life may be used while the service is down.
    public var usesExtendedLifetime: Bool
    /// Whether ID tokens have to be signed by the authority; without it TLS to the token endpoint is proof enough.
    public var requiresSignedIDTokens: Bool
    /// The path of the loopback redirect URI, as registered.
    public var redirectPath: String
    /// The host of the loopback redirect URI, as registered.
    public var redirectHost: String
    /// The version told to the authority.
    public var version: String
    /// What a confidential application proves itself with; nothing for a public client.
    public var credential: ClientCredential?
    /// The base URL of Azure Resource Manager, where it is not the cloud's.
    public var resourceManager: String?

    /// Makes settings.
    public init(
        clientID: String,
        authority: Authority = .organizations,
        capabilities: [String] = [],
        knownAuthorities: Set<String> = [],
        usesInstanceDiscovery: Bool = true,
        usesExtendedLifetime: Bool = false,
        requiresSignedIDTokens: Bool = true,
        redirectPath: String = "/",
        redirectHost: String = "localhost",
        version: String = "0",
        credential: ClientCredential? = nil,
        resourceManager: String? = nil
    ) {
        self.clientID = clientID.lowercased()
        self.authority = authority
        self.capabilities = capabilities
        self.knownAuthorities = knownAuthorities
        self.usesInstanceDiscovery = usesInstanceDiscovery
        self.usesExtendedLifetime = usesExtendedLifetime
        self.requiresSignedIDTokens = requiresSignedIDTokens
        self.redirectPath = redirectPath
        self.redirectHost = redirectHost
        self.version = version
        self.credential = credential
        self.resourceManager = resourceManager
    }
}
