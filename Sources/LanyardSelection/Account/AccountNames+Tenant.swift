import LanyardCore

extension AccountNames {
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
        let name = username.utf8
        guard let at = name.lastIndex(of: UInt8(ascii: "@")), !name.contains(UInt8(ascii: "#")) else { return nil }
        let domain = username[name.index(after: at)...].lowercased()
        return domain.utf8.contains(UInt8(ascii: ".")) ? domain : nil
    }
}
