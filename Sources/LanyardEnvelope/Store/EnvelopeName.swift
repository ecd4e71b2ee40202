internal import LanyardCore

/// The name of an envelope's file: hashes and the kind, nothing about anybody.
struct EnvelopeName: Hashable {
    /// Which cache, as eight hex digits.
    let partition: String
    /// Which sign-in, as 32 hex digits.
    let sign: String
    let kind: ItemKind
    /// What tells several files of one sign-in and kind apart; only those put aside have it.
    let mark: String?

    init(_ id: ItemID) {
        partition = Self.hash(id.partition, 4)
        sign = Self.sign(id.key)
        kind = id.kind
        mark = nil
    }

    private init(partition: String, sign: String, kind: ItemKind, mark: String?) {
        self.partition = partition
        self.sign = sign
        self.kind = kind
        self.mark = mark
    }

    /// Reads a file's name; nothing where it is none of ours.
    init?(_ file: String) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let last = parts.last else { return nil }
        let ids = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ids.count == 2, ids[0].utf8.count == 8, ids[1].utf8.count == 32,
            ids.allSatisfy({ $0.utf8.allSatisfy { Hex.value($0) != nil } })
        else { return nil }
        let kind = ItemKind(rawValue: String(last))
        guard Self.kinds.contains(kind), (kind == .quarantine) == (parts.count == 3) else { return nil }
        partition = String(ids[0])
        sign = String(ids[1])
        self.kind = kind
        mark = parts.count == 3 ? String(parts[1]) : nil
    }

    private static let kinds: Set<ItemKind> = [.durable, .volatile, .application, .marker, .quarantine]

    var file: String { "\(partition)-\(sign)" + (mark.map { ".\($0)" } ?? "") + ".\(kind.rawValue)" }

    /// The name for what is put aside; of a file that is none of ours the sign-in is not known.
    static func aside(_ file: String, time: Int64, number: Int) -> EnvelopeName {
        let name = EnvelopeName(file)
        return EnvelopeName(
            partition: name?.partition ?? hash("default", 4),
            sign: name?.sign ?? String(repeating: "0", count: 32),
            kind: .quarantine,
            mark: "\(time)-\(number)-\(name?.kind.rawValue ?? "other")"
        )
    }

    func matches(_ query: ItemQuery) -> Bool {
        kind == query.kind && partition == Self.hash(query.partition, 4)
            && (query.key == nil || sign == query.key.map(Self.sign))
    }

    static func sign(_ key: AccountKey) -> String {
        hash("\(key.environment)\n\(key.clientID)\n\(key.homeAccountID.rawValue)", 16)
    }

    private static func hash(_ text: String, _ size: Int) -> String {
        let bytes = Array(text.utf8)
        let buffer = WipedBuffer(count: bytes.count)
        buffer.bytes.copyBytes(from: bytes)
        return Hex.text(Cipher.digest(buffer).prefix(size))
    }
}
