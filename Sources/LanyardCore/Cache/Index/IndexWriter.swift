/// Makes the bytes of an index file; ``IndexImage`` tells their form.
struct IndexWriter {
    private var rows: [[UInt32]] = IndexImage.Section.allCases.map { _ in [] }
    private var numbers: [String: UInt32] = [:]
    private var text: [UInt8] = []
    private var other: UInt32 = 0

    /// The bytes for accounts in the order in which they are listed.
    static func bytes(_ accounts: [Account], domains: [String: String], other: [String: JSONValue]) -> [UInt8] {
        var writer = IndexWriter()
        // The absent text, which is not the empty one.
        writer.append(.ends, [0])
        for account in accounts { writer.add(account) }
        let order = accounts.indices.sorted { AccountHead.order(accounts[$0].key, accounts[$1].key) }
        writer.append(.order, order.map { UInt32($0) })
        for (domain, tenant) in domains.sorted(by: { $0.key < $1.key }) {
            writer.append(.domains, [writer.number(domain), writer.number(tenant)])
        }
        if !other.isEmpty { writer.other = writer.number(JSONValue.object(other).serialized()) }
        return writer.finished(accounts: accounts.count)
    }

    private mutating func add(_ account: Account) {
        let place = UInt32(count(.accounts))
        let flags: UInt32 = (account.isExplicitOnly ? 1 : 0) | (account.needsSignIn ? 2 : 0)
        let key = account.key
        let first = UInt32(count(.profiles))
        append(
            .accounts,
            [
                number(key.homeAccountID.rawValue), number(key.environment), number(key.clientID),
                number(account.username), number(account.name), number(account.label), flags, first,
                UInt32(account.tenantProfiles.count), number(account.homeTenantID),
            ]
        )
        for profile in account.tenantProfiles {
            append(
                .profiles,
                [
                    number(profile.tenantID), number(profile.objectID), number(profile.username), number(profile.name),
                    number(profile.tenantName), number(profile.domain), profile.isHome ? 1 : 0,
                ]
            )
        }
        let names =
            [account.username, account.label, key.homeAccountID.rawValue] + account.tenantProfiles.map(\.username)
        for key in Set(names.compactMap { $0.map(NameKey.of) }).sorted() { append(.names, [UInt32(key), place]) }
    }

    private func count(_ section: IndexImage.Section) -> Int { rows[section.rawValue].count / section.width }

    private mutating func append(_ section: IndexImage.Section, _ words: [UInt32]) {
        rows[section.rawValue] += words
    }

    private mutating func number(_ text: String?) -> UInt32 {
        guard let text else { return 0 }
        if let known = numbers[text] { return known }
        let number = UInt32(count(.ends))
        self.text += text.utf8
        append(.ends, [UInt32(self.text.count)])
        numbers[text] = number
        return number
    }

    private func finished(accounts: Int) -> [UInt8] {
        let counts = [IndexImage.Section.accounts, .profiles, .domains, .names, .ends].map { UInt32(count($0)) }
        let words = counts + [other, UInt32(text.count)] + rows.joined()
        var bytes = IndexImage.mark + [UInt8](repeating: 0, count: 8)
        bytes.reserveCapacity(bytes.count + words.count * 4 + text.count)
        for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
        bytes += text
        let sum = IndexSum.of(bytes, from: 24)
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(16..<24, with: $0) }
        return bytes
    }
}
