import LanyardCore

extension AccountNames {
    /// Whether the name is a user name of the account with one of its tenants behind a second `@`.
    static func matchesQualified(
        _ account: Account,
        _ name: String,
        _ accounts: [Account],
        _ domains: [String: String]
    ) -> Bool {
        guard let at = name.lastIndex(of: "@") else { return false }
        let user = String(name[..<at])
        let tenantName = name[name.index(after: at)...].lowercased()
        guard user.contains("@"), !tenantName.isEmpty else { return false }
        let isNamed =
            CaseInsensitive.equal(account.username, user)
            || account.tenantProfiles.contains { $0.username.map { CaseInsensitive.equal($0, user) } ?? false }
        guard isNamed else { return false }
        if tenantName == "consumers" { return account.kind == .personal }
        let tenants = TenantDirectory(domains: domains, accounts: accounts)
        guard let id = tenants.id(named: tenantName) else { return false }
        // The home tenant tells two people of one name apart; a guest tenant does only where nobody of that name is at home.
        if account.homeTenantID == id { return true }
        let isSomebodyHome = accounts.contains { other in
            other.homeTenantID == id && CaseInsensitive.equal(other.username, user)
        }
        return !isSomebodyHome && account.profile(in: id) != nil
    }

    /// Why each of several matches is left out by the tenant; nothing for those that still fit.
    static func narrowing(_ matches: [Account], tenant: RequestedTenant?, tenants: TenantDirectory) -> [String?] {
        switch tenant {
        case nil, .common: return matches.map { _ in nil }
        case .organizations:
            return matches.map { $0.kind == .personal ? "tenant `organizations` excludes personal accounts" : nil }
        case .consumers:
            return matches.map { $0.kind == .work ? "tenant `consumers` excludes work accounts" : nil }
        case .id(let name), .domain(let name):
            guard let id = tenants.id(named: name) else { return matches.map { _ in nil } }
            if matches.filter({ $0.homeTenantID == id }).count == 1 {
                return matches.map {
                    $0.homeTenantID == id ? nil : "another account of this name is at home in \(name)"
                }
            }
            if matches.filter({ $0.profile(in: id) != nil }).count == 1 {
                return matches.map { $0.profile(in: id) != nil ? nil : "not known as a member of \(name)" }
            }
            return matches.map { _ in nil }
        }
    }
}

extension Account {
    /// The domain by which the home tenant is known: one used to reach it, else that of the user name.
    var homeDomain: String? {
        if let domain = tenantProfiles.first(where: { $0.isHome && $0.domain != nil })?.domain { return domain }
        return kind == .work ? userDomain : nil
    }

    /// What is behind the `@` of the home user name, in small letters; nothing for names that a tenant made up for a guest.
    var userDomain: String? {
        guard let at = username.lastIndex(of: "@"), !username.contains("#") else { return nil }
        let domain = username[username.index(after: at)...].lowercased()
        return domain.contains(".") ? domain : nil
    }
}
