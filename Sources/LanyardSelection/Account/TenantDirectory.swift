import LanyardCore

/// Finds the tenant id behind a domain without asking anybody.
///
/// What was learned comes first, then what the accounts' profiles were reached by. Where neither knows the domain, the user names
/// of work accounts tell: an organisation's member has a name in a domain that the organisation has verified, and one domain
/// belongs to one tenant. That inference only chooses among accounts; the request still goes to the tenant as it was written.
package struct TenantDirectory {
    let domains: [String: String]
    let accounts: AccountList

    /// The tenant's id, of a GUID or a domain in any case.
    package func id(named name: String) -> String? {
        let name = name.lowercased()
        if RequestedTenant.isGUID(name) { return name }
        if name == "consumers" { return AccountKind.consumerTenantID }
        if let id = domains[name] { return id.lowercased() }
        if let id = accounts.tenantID(whereDomain: { CaseInsensitive.equal($0, name) }) { return id }
        let homes = Set(
            accounts.indices(withUserDomain: name).map { accounts[$0] }
                .filter { $0.kind == .work && $0.userDomain == name }.compactMap(\.homeTenantID)
        )
        return homes.count == 1 ? homes.first : nil
    }
}
