/// The list of accounts without any secret, kept in a file so that listing and choosing cost no round trip.
///
/// It is a copy: the durable items are the truth and it is rebuilt from them whenever it is missing or damaged.
public struct AccountIndex: Sendable, Equatable {
    /// The accounts, made when they are looked at.
    package private(set) var list: AccountList
    /// Tenant ids by the domain that was used to reach them.
    public private(set) var domains: [String: String]
    private var other: [String: JSONValue] = [:]

    /// Makes an index.
    public init(accounts: [Account] = [], domains: [String: String] = [:]) {
        list = AccountList(Self.sorted(accounts))
        self.domains = domains
    }

    /// The accounts, in the order of their names.
    public var accounts: [Account] { list.accounts }

    /// Adds an account or takes the place of the one with its key.
    public mutating func put(_ account: Account) {
        var accounts = accounts
        accounts.removeAll { $0.key == account.key }
        let name = SortName(account)
        // The others are in order already, and sorting a thousand names costs more than writing them.
        var (low, high) = (0, accounts.count)
        while low < high {
            let middle = (low + high) / 2
            if SortName(accounts[middle]) < name { low = middle + 1 } else { high = middle }
        }
        accounts.insert(account.withoutClaims, at: low)
        list = AccountList(accounts)
    }

    /// Takes an account out.
    public mutating func remove(_ key: AccountKey) { list = AccountList(accounts.filter { $0.key != key }) }

    /// Remembers which tenant a domain belongs to.
    public mutating func learn(domain: String, tenantID: String) {
        domains[domain.lowercased()] = tenantID.lowercased()
    }

    private static func sorted(_ accounts: [Account]) -> [Account] {
        accounts.map { (name: SortName($0), account: $0) }.sorted { $0.name < $1.name }.map(\.account)
    }
}

/// What the accounts are sorted by.
private struct SortName: Comparable {
    let username: String
    let key: AccountKey

    init(_ account: Account) {
        username = account.username.lowercased()
        key = account.key
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.username, left.key.homeAccountID.rawValue, left.key.clientID)
            < (right.username, right.key.homeAccountID.rawValue, right.key.clientID)
    }
}

extension AccountIndex {
    /// Reads the file's bytes, or those of the JSON form before it; nothing where they are damaged or of another version.
    public init?(bytes: [UInt8]) {
        guard let image = IndexImage(bytes) else {
            self.init(json: bytes)
            return
        }
        self.init()
        list = AccountList(.kept(AccountRows(image: image), places: nil))
        for row in 0..<image.count(.domains) {
            guard let domain = image.text(image.word(.domains, row, 0)) else { return nil }
            domains[domain] = image.text(image.word(.domains, row, 1))
        }
        if let text = image.text(image.other) {
            guard let members = (try? JSONValue.parse(text.utf8))?.objectValue else { return nil }
            other = members
        }
    }

    private init?(json bytes: [UInt8]) {
        guard let document = try? JSONValue.parse(bytes), document["version"] == 1,
            let entries = document["accounts"]?.arrayValue
        else { return nil }
        var accounts: [Account] = []
        for entry in entries {
            guard let account = Account(indexed: entry) else { return nil }
            accounts.append(account)
        }
        let domains = (document["domains"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
        self.init(accounts: accounts, domains: domains)
        other = (document.objectValue ?? [:]).filter { !["version", "accounts", "domains"].contains($0.key) }
    }

    /// The file's bytes.
    public var bytes: [UInt8] { IndexWriter.bytes(accounts, domains: domains, other: other) }
}

extension Account {
    /// A copy for the index: claims stay in the secret service.
    var withoutClaims: Account {
        var copy = self
        for index in copy.tenantProfiles.indices { copy.tenantProfiles[index].claims = [:] }
        return copy
    }

    init?(indexed document: JSONValue) {
        guard let id = document["home_account_id"]?.stringValue, let environment = document["environment"]?.stringValue,
            let clientID = document["client_id"]?.stringValue, let username = document["username"]?.stringValue
        else { return nil }
        self.init(
            key: AccountKey(
                homeAccountID: HomeAccountID(rawValue: id),
                environment: environment,
                clientID: clientID
            ),
            username: username,
            name: document["name"]?.stringValue,
            label: document["label"]?.stringValue,
            isExplicitOnly: document["explicit_only"]?.boolValue ?? false,
            needsSignIn: document["needs_sign_in"]?.boolValue ?? false,
            tenantProfiles: (document["tenants"]?.arrayValue ?? []).compactMap(TenantProfile.init(document:))
        )
    }
}
