/// Everything about one request that can decide which account serves it.
///
/// There is no place here for the state of a token or of the keyring: they are never a reason to choose somebody else.
public struct SelectionRequest: Sendable, Hashable {
    /// The names by which somebody asked for an account, in any order; the strongest source counts.
    public var selectors: [AccountSelector]
    /// The tenant asked for.
    public var tenant: RequestedTenant?
    /// What the token is for.
    public var target: RequestedTarget
    /// The authority host that must be used, where the request names one.
    public var cloud: String?
    /// Where the request comes from.
    public var context: SelectionContext
    /// The limits of the `lanyard exec` that it runs under.
    public var session: ExecSession?
    /// Whether to stop after the rules that leave no room for judgement.
    public var isStrict: Bool
    /// Whether somebody can be asked.
    public var isInteractive: Bool
    /// Seconds since 1970.
    public var now: Int64

    /// Makes a request; what is not given constrains nothing.
    public init(
        selectors: [AccountSelector] = [],
        tenant: RequestedTenant? = nil,
        target: RequestedTarget = .unspecified,
        cloud: String? = nil,
        context: SelectionContext = SelectionContext(),
        session: ExecSession? = nil,
        isStrict: Bool = false,
        isInteractive: Bool = false,
        now: Int64
    ) {
        self.selectors = selectors
        self.tenant = tenant
        self.target = target
        self.cloud = cloud
        self.context = context
        self.session = session
        self.isStrict = isStrict
        self.isInteractive = isInteractive
        self.now = now
    }
}
