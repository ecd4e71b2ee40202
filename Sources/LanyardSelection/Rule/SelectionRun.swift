import LanyardCore

/// The state of one selection.
struct SelectionRun {
    let request: SelectionRequest
    let world: SelectionWorld
    let watch: ((SelectionEvent) -> Void)?

    /// Everybody, each person once, in a fixed order.
    var contenders: [Contender] = []
    /// The ids of the accounts, at the places that the contenders name.
    var heads: [AccountHead] = []
    /// The account's cloud must be this one; nothing where the request leaves it open.
    var cloud: String?
    /// The tenant to ask: of the request, else of the session, the pin or the binding.
    var tenant: RequestedTenant?
    var tenantID: String?
    var overridden: [Verdict.Overridden] = []
    var notes: [String] = []
    /// Whether points were given.
    var isWeighed = false

    init(request: SelectionRequest, world: SelectionWorld, watch: ((SelectionEvent) -> Void)?) {
        self.request = request
        self.world = world
        self.watch = watch
    }

    /// The hard rules and layers in their order; the first that gives a verdict ends it.
    ///
    /// `history` is asked only where it can have a say.
    mutating func decide<Failure: Error>(_ history: () throws(Failure) -> KeptHistory) throws(Failure) -> Verdict {
        if let verdict = namedAlone() ?? explicitlyDecided() { return verdict }
        // Everything below is a choice that nobody made by name for this request, so that the stricter rules begin here.
        if let verdict = distrustedPin() { return verdict }
        if let nearest = request.context.pins.first, nearest.approval == .approved, nearest.pin?.account == nil {
            adopt(tenant ?? nearest.pin?.tenant)
        }
        if let verdict = requestedUser() { return verdict }
        if let verdict = pinned() { return verdict }
        if let verdict = sessionAccount() { return verdict }
        if let verdict = unknownContext() { return verdict }
        if let verdict = bound() { return verdict }
        requireMembership()
        requireNaming()
        if let verdict = onlyOne() { return verdict }
        return try judged(history)
    }

    /// The limits and the choice by name, among all or those at these places alone; nothing where nobody was named.
    mutating func explicitlyDecided(among places: [Int]? = nil) -> Verdict? {
        if case .unknownHost(let host) = request.target { return unknownHost(host) }
        watch?(SelectionEvent(kind: .began(accounts: world.people.count)))
        if let verdict = requireCloud() { return verdict }
        gather(places)
        if contenders.isEmpty {
            return ended(.none, .noAccount, "nobody is signed in", changes: [.signIn])
        }
        if let verdict = enterSession() { return verdict }
        adopt(request.tenant ?? request.session?.tenant)
        if let verdict = outsideTenant() { return verdict }
        return explicitChoice()
    }

    /// Sets the tenant and what it says about everybody's kind and membership.
    mutating func adopt(_ tenant: RequestedTenant?) {
        guard let tenant, tenant != self.tenant else { return }
        self.tenant = tenant
        tenantID = world.tenantID(of: tenant)
        if tenant.isSpecific, tenantID == nil {
            notes.append("the tenant id of \(tenant.name) is not known yet, so nobody counts as a member")
        }
        if let tenantID, tenant.isSpecific { judgeMemberships(in: tenantID) }
        for index in contenders.indices {
            switch tenant {
            case .organizations where contenders[index].kind == .personal:
                drop(index, .init(.wrongKind, "tenant `organizations` excludes personal accounts"))
            case .consumers where contenders[index].kind == .work:
                drop(index, .init(.wrongKind, "tenant `consumers` excludes work accounts"))
            default: break
            }
            if case .nonMember(let since) = contenders[index].membership {
                let text = "known not to be a member of \(tenant.name), since \(DayText.utc(since))"
                drop(index, .init(.notAMember, text))
            }
        }
    }

    /// The first rule that drops somebody is the one that is told.
    mutating func drop(_ index: Int, _ drop: Candidate.Drop) {
        guard contenders[index].drop == nil else { return }
        contenders[index].drop = drop
        watch?(SelectionEvent(kind: .dropped(summary(index), drop)))
    }

    mutating func passOver(_ source: String, _ value: String, _ because: String) {
        let other = Verdict.Overridden(source: source, value: value, because: because)
        overridden.append(other)
        watch?(SelectionEvent(kind: .passedOver(other)))
    }

    func consult(_ layer: Int, _ name: String) { watch?(SelectionEvent(kind: .consulted(layer: layer, name: name))) }

    var isSingleSession: Bool { request.session?.accounts.count == 1 }
    var eligible: [Int] { contenders.eligible }
    func account(_ index: Int) -> Account { world.people[contenders[index].place] }
    func summary(_ index: Int) -> AccountSummary { AccountSummary(contenders[index], heads, world.people) }
    func head(_ index: Int) -> AccountHead { heads[contenders[index].head] }
    func identity(_ index: Int) -> AccountIdentity { AccountIdentity(head(index).key) }
    func index(of identity: AccountIdentity) -> Int? {
        contenders.indices.first { index in
            let key = head(index).key
            return key.homeAccountID == identity.homeAccountID && key.environment == identity.environment
        }
    }

    /// What is known about everybody in a tenant.
    private mutating func judgeMemberships(in tenantID: String) {
        let facts = world.memberships.facts[tenantID]
        let hasProfile = world.people.hasProfile(in: tenantID)
        for index in contenders.indices {
            contenders[index].membership =
                head(index).homeTenantID == tenantID
                ? .home
                : MembershipFacts.membership(
                    facts?[identity(index)],
                    hasProfile: hasProfile[contenders[index].place],
                    now: request.now
                )
        }
    }

    private mutating func gather(_ places: [Int]?) {
        let people = places.map { world.people.subset($0) } ?? world.people
        heads = people.heads
        contenders = (people.persons ?? sortedPersons).map { Contender(heads, $0, place: places?[$0] ?? $0) }
    }

    /// The place of each person's first sign-in.
    private var sortedPersons: [Int] {
        // Places are sorted, not accounts: those are large, and moving them costs more than all rules together.
        var last: AccountIdentity?
        return heads.indices.sorted { AccountHead.order(heads[$0].key, heads[$1].key) }.filter { place in
            let identity = AccountIdentity(heads[place].key)
            defer { last = identity }
            return identity != last
        }
    }
}
