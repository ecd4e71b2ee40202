/// A person.
struct User: Sendable, Equatable {
    enum State: String, Sendable, CaseIterable {
        case active
        case disabled
        case passwordExpired = "password_expired"
        case locked
        /// Signs in at an identity provider of the company's own.
        case federated
    }

    /// The name to sign in with, in small letters.
    var name: String
    var displayName: String
    var givenName: String
    var familyName: String
    var password: String
    var state: State
    /// Where the person is known; the first is home.
    var memberships: [Membership]

    var home: Membership { memberships[0] }

    var isPersonal: Bool { home.tenant == World.consumers }

    func membership(in tenant: String) -> Membership? { memberships.first { $0.tenant == tenant } }

    /// The name as the tenant writes it: a guest's carries its origin.
    func principalName(in tenant: Tenant) -> String {
        guard tenant.id != home.tenant, tenant.kind != .b2c else { return name }
        let origin = String(name.map { $0 == "@" ? "_" : $0 })
        let domain = tenant.domains.first { $0.hasSuffix(".onmicrosoft.com") } ?? tenant.defaultDomain
        return "\(origin)#EXT#@\(domain)"
    }
}

/// A person's object in one directory.
struct Membership: Sendable, Equatable {
    var tenant: String
    var oid: String
    /// False for a guest who never accepted the invitation.
    var isRedeemed: Bool
}
