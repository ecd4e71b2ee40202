/// Accounts that are made when they are looked at.
///
/// A thousand of them are read for nearly every command, and nearly every command needs one.
package struct AccountList: Sendable {
    enum Storage: Sendable {
        case made([Account])
        /// Rows of an index file; those at these places, or all.
        case kept(AccountRows, places: [Int]?)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    package init(_ accounts: [Account]) { storage = .made(accounts) }

    package var count: Int {
        switch storage {
        case .made(let accounts): accounts.count
        case .kept(let rows, let places): places?.count ?? rows.count
        }
    }

    package var isEmpty: Bool { count == 0 }

    /// All of them, in their order.
    package var accounts: [Account] {
        switch storage {
        case .made(let accounts): accounts
        case .kept: (0..<count).map { self[$0] }
        }
    }

    package subscript(index: Int) -> Account {
        switch storage {
        case .made(let accounts): accounts[index]
        case .kept(let rows, let places): rows.account(places?[index] ?? index)
        }
    }

    /// Those that signed in to one application.
    package func signedIn(to clientID: String) -> AccountList {
        switch storage {
        case .made(let accounts): AccountList(accounts.filter { $0.key.clientID == clientID })
        case .kept(let rows, let places):
            AccountList(.kept(rows, places: rows.places(clientID: clientID, among: places)))
        }
    }

    /// Those at these indices, in that order.
    package func subset(_ indices: [Int]) -> AccountList {
        switch storage {
        case .made(let accounts): AccountList(indices.map { accounts[$0] })
        case .kept(let rows, let places): AccountList(.kept(rows, places: indices.map { places?[$0] ?? $0 }))
        }
    }

    package func username(_ index: Int) -> String {
        switch storage {
        case .made(let accounts): accounts[index].username
        case .kept(let rows, let places): rows.username(places?[index] ?? index)
        }
    }

    package func label(_ index: Int) -> String? {
        switch storage {
        case .made(let accounts): accounts[index].label
        case .kept(let rows, let places): rows.label(places?[index] ?? index)
        }
    }
}

extension AccountList {
    /// What the rules need of each, in their order.
    package var heads: [AccountHead] {
        switch storage {
        case .made(let accounts): accounts.map { AccountHead($0) }
        case .kept(let rows, let places): rows.heads(places)
        }
    }

    /// The index of each person's first sign-in, in the order of ``AccountHead/order(_:_:)``, where that is known without sorting.
    package var persons: [Int]? {
        guard case .kept(let rows, let places) = storage else { return nil }
        return rows.persons(places)
    }

    /// The indices of all that may have one of these names, and perhaps of others, ascending.
    package func indices(perhapsNamed names: [String]) -> [Int] {
        guard case .kept(let rows, let places) = storage else { return Array(0..<count) }
        // Few, mostly one: a set would cost more to make than to do without.
        let named = names.flatMap { rows.places(perhapsNamed: $0) }
        if let places { return places.indices.filter { named.contains(places[$0]) } }
        var found: [Int] = []
        for place in named.sorted() where place < rows.count && place != found.last { found.append(place) }
        return found
    }

    /// Whether all are known to have signed in to one application, so that nobody is in the list twice.
    package var isOfOneApplication: Bool {
        guard case .kept(let rows, let places) = storage else { return false }
        return rows.isOfOneApplication(places)
    }

    /// For each whether it has a profile in the tenant.
    package func hasProfile(in tenantID: String) -> [Bool] {
        switch storage {
        case .made(let accounts): accounts.map { $0.tenantProfiles.contains { $0.tenantID == tenantID } }
        case .kept(let rows, let places): rows.hasProfile(in: tenantID, places)
        }
    }

    /// The tenant of the first profile whose domain fits.
    package func tenantID(whereDomain fits: (String) -> Bool) -> String? {
        switch storage {
        case .made(let accounts):
            for account in accounts {
                for profile in account.tenantProfiles where profile.domain.map(fits) == true { return profile.tenantID }
            }
            return nil
        case .kept(let rows, let places): return rows.tenantID(places, whereDomain: fits)
        }
    }

    /// The indices of those whose name at home ends in `@` and the domain, in whatever case.
    package func indices(withUserDomain domain: String) -> [Int] {
        let tail = Array("@\(domain)".utf8)
        switch storage {
        case .made(let accounts):
            return accounts.indices.filter { AccountRows.ends(accounts[$0].username.utf8, in: tail) }
        case .kept(let rows, let places):
            return (0..<count).filter { rows.hasUsername(places?[$0] ?? $0, endingIn: tail) }
        }
    }
}

extension AccountList: Hashable {
    package static func == (left: AccountList, right: AccountList) -> Bool { left.accounts == right.accounts }
    package func hash(into hasher: inout Hasher) { hasher.combine(accounts) }
}
