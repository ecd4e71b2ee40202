internal import GLibBridge
internal import LanyardCore

/// The attributes by which items are found.
///
/// They are no secret: providers keep them readable. So they hold no name and no address, and the account only as a hash. Every
/// item has all of them: a provider replaces an item whose attributes merely contain the new one's.
enum ItemAttributes {
    static let format = "1"
    static let schema = "dev.lanyard.TokenCache"

    /// All attributes of one item.
    static func all(of item: ItemID) -> [String: String] {
        var attributes = some(of: ItemQuery(kind: item.kind, key: item.key, partition: item.partition))
        attributes["lanyard"] = format
        return attributes
    }

    /// What to search for.
    static func some(of query: ItemQuery) -> [String: String] {
        var attributes = [
            "lanyard": format, "kind": query.kind.rawValue, "partition": plain(query.partition),
        ]
        if let key = query.key {
            attributes["account"] = hash(key.homeAccountID.rawValue)
            attributes["client"] = plain(key.clientID)
            attributes["cloud"] = plain(key.environment)
        }
        return attributes
    }

    /// The mark of a sign-in: what its items have in common.
    static func sign(account: String, client: String, cloud: String) -> String { "\(account)/\(client)/\(cloud)" }

    /// The first half of the SHA-256 in hex; a mail address could be guessed from less than a whole id, but ids are random.
    private static func hash(_ text: String) -> String {
        let digits = Array("0123456789abcdef")
        return String(
            Digest.sha256(Array(text.utf8)).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        )
    }

    /// A text that every provider keeps as it is; one that some would not is replaced by its hash.
    private static func plain(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        return isPlain && !text.isEmpty && text.utf8.count < 200 ? text : "sha256-" + hash(text)
    }
}
