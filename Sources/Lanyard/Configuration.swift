public import LanyardCore

/// What one application is, and where it keeps its things.
public struct Configuration: Sendable {
    /// Where tokens are kept, and how the Secret Service is used.
    public struct Store: Sendable, Hashable {
        /// Where tokens are kept, by default in the Secret Service.
        public var kind: StoreKind
        /// The longest wait for a person at an unlock prompt; nothing means that nobody is asked.
        public var promptLimit: Duration?
        /// Whether even short-lived access tokens travel encrypted on the bus, at the price of some milliseconds.
        public var alwaysEncryptsTransport: Bool
        /// Whether the items' labels, which keyring programs show, name nobody; a change shows with the next write of an item.
        public var hasPrivateLabels: Bool

        /// Makes options, by default for a program that nobody watches.
        public init(
            kind: StoreKind = .secretService,
            promptLimit: Duration? = nil,
            alwaysEncryptsTransport: Bool = false,
            hasPrivateLabels: Bool = false
        ) {
            self.kind = kind
            self.promptLimit = promptLimit
            self.alwaysEncryptsTransport = alwaysEncryptsTransport
            self.hasPrivateLabels = hasPrivateLabels
        }
    }

    /// Where files are.
    public struct Directories: Sendable, Hashable {
        /// The configuration.
        public var configuration: String
        /// The account index, history, bindings and approvals; no secret.
        public var state: String
        /// Locks and sockets.
        public var runtime: String

        /// Finds the folders by the XDG base directory specification, below `lanyard`.
        ///
        /// `LANYARD_CONFIG_DIR` and `LANYARD_STATE_DIR` name the whole folder. Without a runtime folder locks live in the state
        /// folder.
        public init(environment: [String: String]) {
            func folder(_ own: String?, _ variable: String, _ fallback: String) -> String {
                if let own, let path = environment[own], !path.isEmpty { return path }
                // The specification has relative paths ignored.
                if let base = environment[variable], base.hasPrefix("/") { return base + "/lanyard" }
                return (environment["HOME"] ?? "/") + "/" + fallback + "/lanyard"
            }
            configuration = folder("LANYARD_CONFIG_DIR", "XDG_CONFIG_HOME", ".config")
            state = folder("LANYARD_STATE_DIR", "XDG_STATE_HOME", ".local/state")
            runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/lanyard" : nil } ?? state
        }
    }

    /// The public developer sign-on client that Azure SDKs use, so that a first sign-in works without registering anything.
    public static let developerClientID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    /// The application (client) id, by default ``developerClientID``.
    public var clientID: String
    /// The authority of requests that name none, by default any work or school account of the worldwide cloud.
    public var authority: Authority
    /// What the application can deal with, such as `cp1` for continuous access evaluation; by default nothing.
    public var capabilities: [String]
    /// Hosts that are trusted without asking instance discovery.
    public var knownAuthorities: Set<String>
    /// Whether unknown hosts are looked up at the worldwide cloud, by default yes; without it they are refused.
    public var usesInstanceDiscovery: Bool
    /// Whether a token past its life may be used while the service is down, by default no.
    public var usesExtendedLifetime: Bool
    /// The registered loopback redirect URI without port, by default `http://localhost`.
    public var redirectURI: String
    /// A PEM file with certificates that are trusted beside the system's.
    public var caFile: String?
    /// What a confidential application, such as a web service, proves itself with; nothing for a public client.
    public var credential: ClientCredential?
    /// The base URL of Azure Resource Manager, where it is not the cloud's.
    public var resourceManager: String?
    /// Where tokens are kept, and how the Secret Service is used.
    public var store: Store
    /// Where files are.
    public var directories: Directories
    /// The command that opens pages instead of the system's browser; `%s` stands for the address.
    public var browserCommand: String?
    /// The environment, for the browser list and the proxy.
    public var environment: [String: String]
    /// Gets one line about something that went wrong and did not matter.
    public var onWarning: @Sendable (String) -> Void
    /// Gets the address of a sign-in page before a browser opens it.
    public var onOpen: @Sendable (String) -> Void
    /// Called before a wait for a person at the keyring's unlock prompt.
    public var onUnlockPrompt: @Sendable () -> Void
    /// Called once when the file store was opened with the right key, so that the choice can be kept.
    public var onStoreUse: @Sendable () -> Void

    /// Makes a configuration of defaults; `environment` finds folders, proxy and browser.
    public init(clientID: String = Self.developerClientID, environment: [String: String]) {
        self.clientID = clientID
        authority = .organizations
        capabilities = []
        knownAuthorities = []
        usesInstanceDiscovery = true
        usesExtendedLifetime = false
        redirectURI = "http://localhost"
        store = Store()
        directories = Directories(environment: environment)
        self.environment = environment
        onWarning = { _ in }
        onOpen = { _ in }
        onUnlockPrompt = {}
        onStoreUse = {}
    }

    /// Everything that is wrong with the configuration, at once.
    public func problems() -> [LanyardError] {
        var problems: [LanyardError] = []
        func add(_ field: String, _ message: String, _ hint: String) {
            problems.append(LanyardError(.invalidConfiguration, message, hint: hint).with { $0.field = field })
        }
        if !TenantName.isGUID(clientID) {
            add(
                "client_id",
                "the client id '\(TerminalText.oneLine(clientID, limit: 60))' is no GUID",
                "copy the application (client) id from its registration"
            )
        }
        if Self.loopback(redirectURI) == nil {
            add(
                "redirect_uri",
                "the redirect URI '\(TerminalText.oneLine(redirectURI, limit: 120))' is no loopback address",
                "use http://localhost or http://127.0.0.1/PATH"
            )
        }
        if let problem = storeProblem() { problems.append(problem) }
        return problems
    }

    /// The key beside what it opens would protect nothing.
    private func storeProblem() -> LanyardError? {
        guard case .file(.file(let path)) = store.kind else { return nil }
        let isInside = path.hasPrefix(directories.state + "/")
        guard isInside || !path.hasPrefix("/") else { return nil }
        return LanyardError(
            .invalidConfiguration,
            isInside
                ? "the key file lies in the state folder, with the files that it opens"
                : "the path of the key file does not begin at the root",
            hint: "set store.key_file to a path outside \(directories.state)"
        ).with { $0.field = "store.key_file" }
    }

    /// Host and path of a loopback redirect URI.
    static func loopback(_ uri: String) -> (host: String, path: String)? {
        guard uri.hasPrefix("http://"), !uri.contains("?"), !uri.contains("#") else { return nil }
        let rest = uri.dropFirst("http://".count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let host = String(rest[..<slash])
        guard host == "localhost" || host == "127.0.0.1" else { return nil }
        return (host, slash == rest.endIndex ? "/" : String(rest[slash...]))
    }
}
