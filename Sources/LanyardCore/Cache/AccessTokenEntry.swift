/// One access token as kept.
public struct AccessTokenEntry: Sendable, Equatable {
    /// The tenant that it is for: the reply's `tid`.
    public var realm: String
    /// The scopes that were granted.
    public var scopes: ScopeSet
    /// The token.
    public var token: Secret
    /// When it was stored, in seconds since 1970.
    public var cachedAt: Int64
    /// When it ends.
    public var expiresOn: Int64
    /// Until when it may be used while the service is down.
    public var extendedExpiresOn: Int64?
    /// From when on to renew it ahead of time.
    public var refreshOn: Int64?
    /// Members that a newer version wrote.
    public var other: [String: JSONValue]

    /// Makes an entry.
    public init(
        realm: String,
        scopes: ScopeSet,
        token: Secret,
        cachedAt: Int64,
        expiresOn: Int64,
        extendedExpiresOn: Int64? = nil,
        refreshOn: Int64? = nil,
        other: [String: JSONValue] = [:]
    ) {
        self.realm = realm.lowercased()
        self.scopes = scopes
        self.token = token
        self.cachedAt = cachedAt
        self.expiresOn = expiresOn
        self.extendedExpiresOn = extendedExpiresOn
        self.refreshOn = refreshOn
        self.other = other
    }
}

/// Whether and how a kept token can serve a request.
public enum CachedTokenVerdict: Sendable, Equatable {
    /// It can be handed out.
    case valid
    /// It can be handed out, but should be renewed ahead of time.
    case shouldRefresh
    /// It may be handed out only where the service is down.
    case extended
    /// It cannot be used.
    case unusable
}

extension AccessTokenEntry {
    /// Judges the token at a time.
    ///
    /// It must live longer than `minimumLifetime` (the library's own buffer is 300 s). One stored "in the future" was stored
    /// before the clock was set back and cannot be trusted (B04 of the bug list).
    public func verdict(now: Int64, minimumLifetime: Int64) -> CachedTokenVerdict {
        guard cachedAt <= now + 60 else { return .unusable }
        if expiresOn > now + minimumLifetime {
            if let refreshOn, refreshOn <= now { return .shouldRefresh }
            return .valid
        }
        if let extendedExpiresOn, extendedExpiresOn > now { return .extended }
        return .unusable
    }

    /// Whether it serves these scopes in this realm.
    ///
    /// A request without scopes of a resource asks for the identity's own token, which is Microsoft Graph's.
    public func serves(realm: String, scopes wanted: ScopeSet) -> Bool {
        guard self.realm == realm.lowercased() else { return false }
        let own = wanted.own
        if own.isEmpty {
            return scopes.own.allSatisfy { ScopeSet.resource(of: $0) == "https://graph.microsoft.com" }
        }
        return scopes.contains(ScopeSet(unchecked: own))
    }
}
