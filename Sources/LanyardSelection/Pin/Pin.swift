/// What a `.lanyard` file says: data that the author of a directory controls, and nothing that can be run.
public struct Pin: Sendable, Hashable {
    /// The account's label, user name or home account id.
    public var account: String?
    /// The tenant for requests that name none.
    public var tenant: RequestedTenant?
    /// The only audiences that the directory may ask for; empty means all.
    public var audiences: [String]

    /// Makes a pin.
    public init(account: String? = nil, tenant: RequestedTenant? = nil, audiences: [String] = []) {
        self.account = account
        self.tenant = tenant
        self.audiences = audiences
    }
}
