/// Who somebody is, whatever tenant they act in: object id and tenant id of their home, joined by a dot.
///
/// A user principal name or mail address is never an identity: it changes, and two accounts may share one. Where a server sends
/// no `client_info` the id is the ID token's `sub` instead, which has no parts.
public struct HomeAccountID: Sendable, Hashable {
    /// The id as stored and as `--account` takes it.
    public let rawValue: String

    /// Makes the id of its stored form; two GUIDs with a dot between them are written in small letters.
    public init(rawValue: String) {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        self.rawValue = parts.count == 2 && parts[1].utf8.count == 36 ? rawValue.lowercased() : rawValue
    }

    /// Makes the id of the two members of `client_info`.
    public init(uid: String, utid: String) { self.init(rawValue: "\(uid).\(utid)") }

    /// The home object id, where the id has parts.
    public var objectID: String? { parts?.0 }

    /// The home tenant id, where the id has parts.
    public var tenantID: String? { parts?.1 }

    private var parts: (String, String)? {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 36 else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}

extension HomeAccountID: CustomStringConvertible {
    /// The id as stored.
    public var description: String { rawValue }
}
