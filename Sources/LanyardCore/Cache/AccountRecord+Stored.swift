/// What stored bytes turned out to be.
public enum StoredRecord: Sendable, Equatable {
    /// A sound record.
    case record(AccountRecord)
    /// Nothing, blank or `{}`: as good as no item.
    case blank
    /// Not ours, damaged or of another account; kept, never overwritten silently.
    case damaged(String)
    /// Written by a newer version; read-only.
    case newer(Int64)
}

/// The form in which the record is stored.
extension AccountRecord {
    static let version: Int64 = 1
    private static let names: Set<String> = [
        "version", "home_account_id", "environment", "client_id", "username", "name", "label", "explicit_only",
        "refresh_token", "refresh_token_issued_at", "family_id", "tenants", "revision", "volatile",
    ]

    /// Reads stored bytes; `key` is the one that the item's attributes promise, where they do.
    public static func read(_ stored: Secret, key: AccountKey?) -> StoredRecord {
        let isBlank = stored.withRevealedBytes { bytes in bytes.allSatisfy { $0 <= 0x20 } }
        if isBlank { return .blank }
        guard let document = stored.withRevealedBytes({ try? JSONValue.parse($0) }) else {
            return .damaged("is not JSON")
        }
        guard let members = document.objectValue else { return .damaged("is no JSON object") }
        if members.isEmpty { return .blank }
        guard let version = document["version"]?.integerValue else { return .damaged("has no version") }
        guard version <= Self.version else { return .newer(version) }
        guard let homeAccountID = document["home_account_id"]?.stringValue, !homeAccountID.isEmpty,
            let environment = document["environment"]?.stringValue, let clientID = document["client_id"]?.stringValue
        else { return .damaged("names no account") }
        let found = AccountKey(
            homeAccountID: HomeAccountID(rawValue: homeAccountID),
            environment: environment,
            clientID: clientID
        )
        if let key, key != found { return .damaged("is of another account") }
        var record = AccountRecord(key: found, username: document["username"]?.stringValue ?? "")
        record.name = document["name"]?.stringValue
        record.label = document["label"]?.stringValue
        record.isExplicitOnly = document["explicit_only"]?.boolValue ?? false
        record.refreshToken = document["refresh_token"]?.stringValue.flatMap { $0.isEmpty ? nil : Secret($0) }
        record.refreshTokenIssuedAt = document["refresh_token_issued_at"]?.integerValue ?? 0
        record.familyID = document["family_id"]?.stringValue
        record.tenantProfiles = (document["tenants"]?.arrayValue ?? []).compactMap(TenantProfile.init(document:))
        record.revision = document["revision"]?.integerValue ?? 0
        record.accessTokens = document["volatile"].flatMap { AccessTokenSet(document: $0, key: found) }
        record.other = members.filter { !names.contains($0.key) }
        return .record(record)
    }

    /// The bytes to store.
    public var stored: Secret {
        var members = other
        members["version"] = .integer(Self.version)
        members["home_account_id"] = .string(key.homeAccountID.rawValue)
        members["environment"] = .string(key.environment)
        members["client_id"] = .string(key.clientID)
        members["username"] = .string(username)
        members["name"] = name.map { .string($0) }
        members["label"] = label.map { .string($0) }
        members["explicit_only"] = isExplicitOnly ? .bool(true) : nil
        members["refresh_token"] = refreshToken.map { .string($0.reveal()) }
        members["refresh_token_issued_at"] = .integer(refreshTokenIssuedAt)
        members["family_id"] = familyID.map { .string($0) }
        members["tenants"] = .array(tenantProfiles.map(\.document))
        members["revision"] = .integer(revision)
        members["volatile"] = accessTokens.map { $0.document(for: key) }
        return Secret(JSONValue.object(members).serializedASCII())
    }
}

extension TenantProfile {
    init?(document: JSONValue) {
        guard let tenantID = document["tenant_id"]?.stringValue, !tenantID.isEmpty else { return nil }
        self.init(
            tenantID: tenantID,
            objectID: document["object_id"]?.stringValue,
            username: document["username"]?.stringValue,
            name: document["name"]?.stringValue,
            tenantName: document["tenant_name"]?.stringValue,
            domain: document["domain"]?.stringValue,
            isHome: document["home"]?.boolValue ?? false,
            claims: document["claims"]?.objectValue ?? [:]
        )
    }

    var document: JSONValue {
        var members: [String: JSONValue] = ["tenant_id": .string(tenantID)]
        members["object_id"] = objectID.map { .string($0) }
        members["username"] = username.map { .string($0) }
        members["name"] = name.map { .string($0) }
        members["tenant_name"] = tenantName.map { .string($0) }
        members["domain"] = domain.map { .string($0) }
        members["home"] = isHome ? .bool(true) : nil
        members["claims"] = claims.isEmpty ? nil : .object(claims)
        return .object(members)
    }
}
