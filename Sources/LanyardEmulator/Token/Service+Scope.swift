import LanyardCore

extension Service {
    /// The names of the permissions that the token carries.
    func grantedPermissions(_ order: TokenOrder, _ part: ScopeRequest.Part) -> [String] {
        guard let user = order.user else { return [] }
        var names =
            part.hasDefault || part.literals.isEmpty
            ? consented(part, user, order.tenant, order.client) : part.permissions
        if part.literals.isEmpty, part.resource.isGraph { names = ["User.Read"] }
        let declined = Set(declinedNames(order))
        names.removeAll { declined.contains($0.lowercased()) }
        if part.resource.isGraph { names += visibleOpenID(order) }
        return names
    }

    /// The `scope` of the reply: everything granted, in the form in which it was asked for.
    func scopeReply(_ order: TokenOrder, _ part: ScopeRequest.Part, _ granted: [String]) -> String {
        let declined = Set(declinedNames(order))
        var scopes = part.literals.filter { !declined.contains(ScopeRequest.split($0).permission.lowercased()) }
        if part.hasDefault || part.literals.isEmpty {
            let front = part.text.map { $0 + "/" } ?? ""
            let own = granted.filter { !ScopeRequest.openIDScopes.contains($0) }.map { front + $0 }
            scopes = own + scopes
        }
        if part.resource.isGraph { scopes += visibleOpenID(order) }
        return scopes.joined(separator: " ")
    }

    /// `offline_access` never comes back, the others only beside Graph's.
    private func visibleOpenID(_ order: TokenOrder) -> [String] {
        ["openid", "profile", "email"].filter { order.scope?.openID.contains($0) == true }
    }

    private func declinedNames(_ order: TokenOrder) -> [String] {
        (order.declined + (exchange.fault?.decline ?? [])).map { ScopeRequest.split($0).permission.lowercased() }
    }
}
