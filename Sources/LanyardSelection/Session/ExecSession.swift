/// The limits of a `lanyard exec` and its children.
///
/// Nothing inside can widen them: flags, environment and pins choose among these accounts or are refused. The variable
/// `LANYARD_ACCOUNT` that `exec` itself sets is not a second choice: where it names the session's only account it is passed over.
public struct ExecSession: Sendable, Hashable {
    /// The accounts that exist inside.
    public var accounts: [AccountIdentity]
    /// The audiences that exist inside; empty means all.
    public var audiences: [String]
    /// The only tenant inside; nothing leaves each account all of its tenants.
    public var tenant: RequestedTenant?

    /// Makes a session's limits.
    public init(accounts: [AccountIdentity], audiences: [String] = [], tenant: RequestedTenant? = nil) {
        self.accounts = accounts
        self.audiences = audiences
        self.tenant = tenant
    }
}
