/// Who somebody is, whatever tenant they act in: object id and tenant id of their home, joined by a dot.
///
/// A user principal name or mail address is never an identity: it changes, and two accounts may share one. Where a server sends
/// no `client_info` the id is the ID token's `sub` instead, which has no parts.
public struct HomeAccountID: Sendable, Hashable {
    /// The id as stored and as `--account` takes it.
    public let rawValue: String

    /// Makes the id of its stored form; two GUIDs with a dot between them are written in small letters.
    public init(rawValue: String) {
        self.rawValue = Self.isPlain(rawValue) || Self.dot(in: rawValue) == nil ? rawValue : rawValue.lowercased()
    }

    /// Makes the id of a form that was written down as it is kept.
    init(kept rawValue: String) { self.rawValue = rawValue }

    /// Makes the id of the two members of `client_info`.
    public init(uid: String, utid: String) { self.init(rawValue: "\(uid).\(utid)") }

    /// The home object id, where the id has parts.
    public var objectID: String? { parts?.0 }

    /// The home tenant id, where the id has parts.
    public var tenantID: String? { parts?.1 }

    /// Whether the text is ASCII without capitals; in one loop, since every id that is read comes through here.
    private static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var isPlain = true
            for byte in bytes where byte >= 0x80 || byte &- 0x41 < 26 { isPlain = false }
            return isPlain
        }
    }

    private var parts: (String, String)? {
        guard let dot = Self.dot(in: rawValue) else { return nil }
        return (String(rawValue[..<dot]), String(rawValue[rawValue.utf8.index(after: dot)...]))
    }

    /// The only dot, where 36 bytes are behind it; bytes are counted since a list of a thousand ids is read for every command.
    private static func dot(in text: String) -> String.Index? {
        let bytes = text.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let tail = bytes[bytes.index(after: dot)...]
        return tail.count == 36 && !tail.contains(UInt8(ascii: ".")) ? dot : nil
    }
}

extension HomeAccountID: CustomStringConvertible {
    /// The id as stored.
    public var description: String { rawValue }
}
