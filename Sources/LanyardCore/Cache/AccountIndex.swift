/// The list of accounts without any secret, kept in a file so that listing and choosing cost no round trip.
///
/// It is a copy: the durable items are the truth and it is rebuilt from them whenever it is missing or damaged.
public struct AccountIndex: Sendable, Equatable {
    /// The accounts, in the order of their names.
    public private(set) var accounts: [Account]
    /// Tenant ids by the domain that was used to reach them.
    public private(set) var domains: [String: String]
    private var other: [String: JSONValue] = [:]

    /// Makes an index.
    public init(accounts: [Account] = [], domains: [String: String] = [:]) {
        self.accounts = accounts
        self.domains = domains
        sort()
    }

    /// Adds an account or takes the place of the one with its key.
    public mutating func put(_ account: Account) {
        accounts.removeAll { $0.key == account.key }
        accounts.append(account.withoutClaims)
        sort()
    }

    /// Takes an account out.
    public mutating func remove(_ key: AccountKey) { accounts.removeAll { $0.key == key } }

    /// Remembers which tenant a domain belongs to.
    public mutating func learn(domain: String, tenantID: String) {
        domains[domain.lowercased()] = tenantID.lowercased()
    }

    private mutating func sort() {
        accounts.sort {
            ($0.username.lowercased(), $0.key.homeAccountID.rawValue, $0.key.clientID)
                < ($1.username.lowercased(), $1.key.homeAccountID.rawValue, $1.key.clientID)
        }
    }
}

extension AccountIndex {
    static let version: Int64 = 1

    /// Reads the file's bytes; nothing where they are damaged or of another version.
    public init?(bytes: [UInt8]) {
        guard let document = try? JSONValue.parse(bytes), document["version"]?.integerValue == Self.version,
            let list = document["accounts"]?.arrayValue
        else { return nil }
        accounts = []
        domains = [:]
        for entry in list {
            guard let account = Account(indexed: entry) else { return nil }
            accounts.append(account)
        }
        for (domain, tenant) in document["domains"]?.objectValue ?? [:] { domains[domain] = tenant.stringValue }
        other = (document.objectValue ?? [:]).filter { !["version", "accounts", "domains"].contains($0.key) }
        sort()
    }

    /// The file's bytes.
    public var bytes: [UInt8] {
        var members = other
        members["version"] = .integer(Self.version)
        members["accounts"] = .array(accounts.map(\.indexed))
        members["domains"] = .object(domains.mapValues { .string($0) })
        return Array((JSONValue.object(members).serialized(pretty: true) + "\n").utf8)
    }
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

    var indexed: JSONValue {
        var members: [String: JSONValue] = [
            "home_account_id": .string(key.homeAccountID.rawValue),
            "environment": .string(key.environment),
            "client_id": .string(key.clientID),
            "username": .string(username),
            "tenants": .array(tenantProfiles.map(\.document)),
        ]
        members["name"] = name.map { .string($0) }
        members["label"] = label.map { .string($0) }
        members["explicit_only"] = isExplicitOnly ? .bool(true) : nil
        members["needs_sign_in"] = needsSignIn ? .bool(true) : nil
        return .object(members)
    }
}
