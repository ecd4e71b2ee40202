/// All access tokens of one account: the content of its volatile item.
public struct AccessTokenSet: Sendable, Equatable {
    /// The tokens, newest last.
    public private(set) var entries: [AccessTokenEntry]

    /// Makes a set.
    public init(entries: [AccessTokenEntry] = []) { self.entries = entries }

    /// The best token for a request: a valid one before one to renew, the longest-lived first.
    public func best(
        realm: String,
        scopes: ScopeSet,
        now: Int64,
        minimumLifetime: Int64
    ) -> (entry: AccessTokenEntry, verdict: CachedTokenVerdict)? {
        let ranked = entries.filter { $0.serves(realm: realm, scopes: scopes) }
            .map { (entry: $0, verdict: $0.verdict(now: now, minimumLifetime: minimumLifetime)) }
            .filter { $0.verdict != .unusable }
        func rank(_ verdict: CachedTokenVerdict) -> Int {
            switch verdict {
            case .valid: 2
            case .shouldRefresh: 1
            case .extended, .unusable: 0
            }
        }
        return ranked.max {
            (rank($0.verdict), $0.entry.expiresOn) < (rank($1.verdict), $1.entry.expiresOn)
        }
    }

    /// Adds a token, in place of those of the same realm and resource whose scopes it covers or that cover it in part.
    ///
    /// Dead tokens go out at the same time, so that the item stays small.
    public mutating func insert(_ entry: AccessTokenEntry, now: Int64) {
        entries.removeAll { old in
            if old.expiresOn <= now, (old.extendedExpiresOn ?? 0) <= now { return true }
            guard old.realm == entry.realm else { return false }
            let common = Set(old.scopes.own.map { $0.lowercased() })
            let added = Set(entry.scopes.own.map { $0.lowercased() })
            return common == added || !common.isDisjoint(with: added)
        }
        entries.append(entry)
    }

    /// Takes a token out, as when a resource refused it.
    public mutating func remove(_ token: Secret) { entries.removeAll { $0.token == token } }
}

/// The form in which the set is stored.
extension AccessTokenSet {
    static let version: Int64 = 1

    /// Reads stored bytes; nothing where they are of another account, damaged or of a newer form: the tokens can be had again.
    public init?(stored: Secret, key: AccountKey) {
        guard let document = stored.withRevealedBytes({ try? JSONValue.parse($0) }) else { return nil }
        self.init(document: document, key: key)
    }

    init?(document: JSONValue, key: AccountKey) {
        guard document["version"]?.integerValue == Self.version,
            document["home_account_id"]?.stringValue == key.homeAccountID.rawValue,
            document["environment"]?.stringValue == key.environment,
            document["client_id"]?.stringValue == key.clientID
        else { return nil }
        entries = (document["access_tokens"]?.arrayValue ?? []).compactMap(AccessTokenEntry.init(document:))
    }

    func document(for key: AccountKey) -> JSONValue {
        [
            "version": .integer(Self.version),
            "home_account_id": .string(key.homeAccountID.rawValue),
            "environment": .string(key.environment),
            "client_id": .string(key.clientID),
            "access_tokens": .array(entries.map(\.document)),
        ]
    }

    /// The bytes to store.
    public func stored(for key: AccountKey) -> Secret { Secret(document(for: key).serializedASCII()) }
}

extension AccessTokenEntry {
    private static let names: Set<String> = [
        "realm", "target", "secret", "cached_at", "expires_on", "extended_expires_on", "refresh_on",
    ]

    init?(document: JSONValue) {
        guard let members = document.objectValue, let realm = document["realm"]?.stringValue,
            let target = document["target"]?.stringValue, let secret = document["secret"]?.stringValue,
            let cachedAt = document["cached_at"]?.integerValue, let expiresOn = document["expires_on"]?.integerValue
        else { return nil }
        self.init(
            realm: realm,
            scopes: ScopeSet(reply: target),
            token: Secret(secret),
            cachedAt: cachedAt,
            expiresOn: expiresOn,
            extendedExpiresOn: document["extended_expires_on"]?.integerValue,
            refreshOn: document["refresh_on"]?.integerValue,
            other: members.filter { !Self.names.contains($0.key) }
        )
    }

    var document: JSONValue {
        var members = other
        members["realm"] = .string(realm)
        members["target"] = .string(scopes.values.joined(separator: " "))
        members["secret"] = .string(token.reveal())
        members["cached_at"] = .integer(cachedAt)
        members["expires_on"] = .integer(expiresOn)
        members["extended_expires_on"] = extendedExpiresOn.map { .integer($0) }
        members["refresh_on"] = refreshOn.map { .integer($0) }
        return .object(members)
    }
}
