package import LanyardCore

/// Everything that is known when a request comes: accounts, rules of the user, and what was learned.
///
/// All sign-ins should be of one client id; where one person has several, the first by client id stands for them.
package struct SelectionWorld: Sendable, Hashable {
    /// The accounts, made when a rule looks at them.
    package var people: AccountList
    package var defaultAccount: AccountIdentity?
    package var memberships: MembershipFacts
    package var bindings: Bindings
    package var history: History
    /// Tenant ids by domain, in small letters.
    package var domains: [String: String]
    package var clouds: CloudTable
    /// Whether the user has approved a pin anywhere.
    package var pinsExist: Bool

    package init(
        people: AccountList,
        defaultAccount: AccountIdentity? = nil,
        memberships: MembershipFacts = MembershipFacts(),
        bindings: Bindings = Bindings(),
        history: History = History(),
        domains: [String: String] = [:],
        clouds: CloudTable = .builtIn,
        pinsExist: Bool = false
    ) {
        self.people = people
        self.defaultAccount = defaultAccount
        self.memberships = memberships
        self.bindings = bindings
        self.history = history
        self.domains = domains
        self.clouds = clouds
        self.pinsExist = pinsExist
    }

    /// The tenant's id, where anything here tells it: whoever asks by domain resolves it first when this gives nothing.
    package func tenantID(of tenant: RequestedTenant) -> String? {
        switch tenant {
        case .id(let id): id
        case .domain(let name): TenantDirectory(domains: domains, accounts: people).id(named: name)
        case .consumers: AccountKind.consumerTenantID
        case .common, .organizations: nil
        }
    }
}

extension SelectionWorld {
    /// All accounts at once.
    package var accounts: [Account] {
        get { people.accounts }
        set { people = AccountList(newValue) }
    }

    package init(
        accounts: [Account] = [],
        defaultAccount: AccountIdentity? = nil,
        memberships: MembershipFacts = MembershipFacts(),
        bindings: Bindings = Bindings(),
        history: History = History(),
        domains: [String: String] = [:],
        clouds: CloudTable = .builtIn,
        pinsExist: Bool = false
    ) {
        self.init(
            people: AccountList(accounts),
            defaultAccount: defaultAccount,
            memberships: memberships,
            bindings: bindings,
            history: history,
            domains: domains,
            clouds: clouds,
            pinsExist: pinsExist
        )
    }
}
