/// What one tenant calls an account that is a member or guest there.
public struct TenantProfile: Sendable, Hashable {
    /// The tenant's id, a GUID in small letters.
    public var tenantID: String
    /// The object id in this tenant; a guest has another one than at home.
    public var objectID: String?
    /// The name in this tenant, as in `alice_contoso.example#EXT#@fabrikam.example`.
    public var username: String?
    /// The display name in this tenant.
    public var name: String?
    /// The name of the tenant itself, where it was asked for.
    public var tenantName: String?
    /// The tenant's domain, where one was used to reach it.
    public var domain: String?
    /// Whether this is the account's home tenant.
    public var isHome: Bool
    /// The claims of the last ID token from this tenant.
    public var claims: [String: JSONValue]

    /// Makes a profile; what the tenant did not say stays empty.
    public init(
        tenantID: String,
        objectID: String? = nil,
        username: String? = nil,
        name: String? = nil,
        tenantName: String? = nil,
        domain: String? = nil,
        isHome: Bool = false,
        claims: [String: JSONValue] = [:]
    ) {
        self.tenantID = tenantID.lowercased()
        self.objectID = objectID
        self.username = username
        self.name = name
        self.tenantName = tenantName
        self.domain = domain
        self.isHome = isHome
        self.claims = claims
    }

    /// Makes a profile of parts that were written down as they are kept.
    init(
        kept tenantID: String,
        objectID: String?,
        username: String?,
        name: String?,
        tenantName: String?,
        domain: String?,
        isHome: Bool
    ) {
        self.tenantID = tenantID
        self.objectID = objectID
        self.username = username
        self.name = name
        self.tenantName = tenantName
        self.domain = domain
        self.isHome = isHome
        claims = [:]
    }
}
