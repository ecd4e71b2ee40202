package import LanyardCore

/// The pins that the user has read and agreed to: real path, owner and content of each.
package struct Approvals: Sendable, Hashable {
    /// What was agreed to.
    package struct Entry: Sendable, Hashable {
        package var owner: Int64
        /// The SHA-256 of the content, in hex.
        package var digest: String
        package var approvedAt: Int64
        /// What the pin said, to show what has changed; a note for people, which nothing is decided by.
        package var text: String?
        package var unknown: [String: JSONValue] = [:]
    }

    /// A pin file as it lies there.
    package struct Found: Sendable, Hashable {
        package var path: String
        package var owner: Int64
        package var mode: UInt32
        package var digest: String

        package init(path: String, owner: Int64, mode: UInt32, digest: String) {
            self.path = path
            self.owner = owner
            self.mode = mode
            self.digest = digest
        }
    }

    package var entries: [String: Entry] = [:]
    package var unknown: [String: JSONValue] = [:]

    package init() {}

    /// Whether a pin file counts for this user.
    ///
    /// Who may write the file may change whom it names between the check and the next command, so that owner and mode are looked
    /// at every time and not only when it was approved.
    package func approval(of found: Found, user: Int64) -> FoundPin.Approval {
        guard found.owner == user else { return .foreignOwner }
        guard found.mode & 0o022 == 0 else { return .writableByOthers }
        guard let entry = entries[found.path], entry.owner == user else { return .unapproved }
        return entry.digest == found.digest.lowercased() ? .approved : .changed
    }

    /// Notes the user's agreement.
    package mutating func approve(_ found: Found, text: String? = nil, now: Int64) {
        let digest = found.digest.lowercased()
        entries[found.path] = Entry(owner: found.owner, digest: digest, approvedAt: now, text: text)
    }

    /// Takes the agreement back, and tells whether there was one.
    package mutating func withdraw(_ path: String) -> Bool { entries.removeValue(forKey: path) != nil }
}

extension Approvals: StateDocument {
    package static let fileName = "approvals.json"

    package init(document: DocumentReader) throws(LanyardError) {
        self.init()
        unknown = document.others(than: ["version", "approvals"])
        for entry in try document.objects("approvals") {
            let path = try entry.string("path")
            guard path.hasPrefix("/") else { throw entry.error("path", "is not an absolute path") }
            let digest = try entry.string("sha256").lowercased()
            guard digest.utf8.count == 64 else { throw entry.error("sha256", "is not a SHA-256 digest") }
            entries[path] = Entry(
                owner: try entry.integer("owner"),
                digest: digest,
                approvedAt: try entry.integer("approved_at"),
                text: entry.members["text"]?.stringValue,
                unknown: entry.others(than: ["path", "owner", "sha256", "approved_at", "text"])
            )
        }
    }

    package var document: [String: JSONValue] {
        var members = unknown
        members["approvals"] = .array(
            entries.sorted { $0.key < $1.key }.map { path, entry in
                var object = entry.unknown
                object["path"] = .string(path)
                object["owner"] = .integer(entry.owner)
                object["sha256"] = .string(entry.digest)
                object["approved_at"] = .integer(entry.approvedAt)
                if let text = entry.text { object["text"] = .string(text) }
                return .object(object)
            }
        )
        return members
    }
}
