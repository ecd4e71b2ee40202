import LanyardCore

/// What a directory's rules look at.
struct PolicyFacts: Sendable {
    var user: User
    var client: Client
    var resource: Resource?
    var flow: String
    var signIn: SignIn
    var now: Int64
}

extension PolicyRule {
    /// Whether the rule concerns the request.
    func applies(_ facts: PolicyFacts) -> Bool {
        if let users, !users.contains(where: { $0.lowercased() == facts.user.name }) { return false }
        if let clients, !clients.contains(where: { $0.lowercased() == facts.client.id }) { return false }
        if let flows, !flows.contains(facts.flow) { return false }
        guard let resources else { return true }
        guard let resource = facts.resource else { return false }
        return resources.map(Resource.canonical).contains { $0 == resource.appID || resource.identifiers.contains($0) }
    }

    /// The number of the refusal, where the sign-in does not meet the demand.
    func refusal(_ facts: PolicyFacts) -> Int? {
        switch demand {
        case .mfa: facts.signIn.hasMFA ? nil : error ?? 50076
        case .device: facts.signIn.device ? nil : error ?? 53000
        case .frequency(let seconds): facts.now - facts.signIn.time > seconds ? error ?? 70043 : nil
        case .block: error ?? 53003
        }
    }
}

extension Service {
    /// The refusal of the first rule that is not met; with the claims that the client is to hand on.
    func policyError(_ facts: PolicyFacts, _ tenant: Tenant) -> ServiceError? {
        for rule in rules(of: tenant) where rule.applies(facts) {
            guard let number = rule.refusal(facts) else { continue }
            var error = ServiceError(number, facts.resource?.appID ?? facts.client.id)
            error.suberror = rule.suberror ?? error.suberror
            if rule.demand == .mfa { error.claims = Self.policyClaims(tenant) }
            return error
        }
        return nil
    }

    /// The challenge that names the policy, which the client must not understand but pass on.
    static func policyClaims(_ tenant: Tenant) -> String {
        let policy = "ca900000-0000-4000-8000-" + tenant.id.suffix(12)
        let claims: JSONValue = [
            "access_token": ["capolids": ["essential": true, "values": [.string(policy)]]]
        ]
        return claims.serialized()
    }

    /// The resources of the request that the person has yet to consent to.
    func missingConsents(_ scope: ScopeRequest, _ user: User, _ tenant: Tenant, _ client: Client) -> [Resource] {
        scope.parts.filter { part in
            guard part.resource.consent != .granted else { return false }
            let granted = state.consents[consentKey(user, tenant, client, part.resource)] ?? []
            if part.hasDefault { return granted.isEmpty }
            return !Set(part.permissions).isSubset(of: granted)
        }.map(\.resource)
    }

    mutating func grantConsents(_ scope: ScopeRequest, _ user: User, _ tenant: Tenant, _ client: Client) {
        for part in scope.parts where part.resource.consent != .granted {
            let key = consentKey(user, tenant, client, part.resource)
            let asked = part.hasDefault ? part.resource.permissions : part.permissions
            state.consents[key] = Set((state.consents[key] ?? []) + asked).sorted()
        }
    }

    private func consentKey(_ user: User, _ tenant: Tenant, _ client: Client, _ resource: Resource) -> String {
        [user.name, tenant.id, client.id, resource.appID].joined(separator: "|")
    }

    /// Everything of the resource that the person consented to, now or before.
    func consented(_ part: ScopeRequest.Part, _ user: User, _ tenant: Tenant, _ client: Client) -> [String] {
        guard part.resource.consent != .granted else {
            return part.resource.permissions.filter { !ScopeRequest.openIDScopes.contains($0) }
        }
        return state.consents[consentKey(user, tenant, client, part.resource)] ?? []
    }
}
