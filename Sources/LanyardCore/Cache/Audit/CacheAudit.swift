/// A look at every item of a token cache and at its index; pure, so that it can be asked before and after a repair.
public struct CacheAudit: Sendable {
    /// The index as it was read.
    public enum Index: Sendable {
        /// There is no file.
        case absent
        /// There is one that cannot be read.
        case damaged
        /// What it says.
        case present(AccountIndex)
    }

    /// All items of the cache, of every application.
    public private(set) var entries: [CacheEntry] = []
    /// Everything that is not as it should be.
    public private(set) var findings: [CacheFinding] = []
    /// How many accounts can be used.
    public private(set) var accountCount = 0

    /// Judges items and index; `isFiled` is the store's own.
    public init(
        items: [SurveyedItem],
        index: Index,
        partition: String = "default",
        isFiled: (SurveyedItem, ItemID) -> Bool
    ) {
        let examined = items.filter { ($0.partition ?? partition) == partition }
            .map { ItemExamination($0, partition: partition, isFiled: isFiled) }
        let best = Self.best(of: examined)
        accountCount = best.count
        let durable = Set(examined.filter { $0.item.kind == .durable }.map(\.item.sign))
        var volatile: Set<String?> = []
        for one in examined {
            var finding = one.fault.map { Self.finding(one.item, $0.problem, $0.detail) }
            if finding == nil { finding = Self.placement(one.item) }
            if finding == nil, let record = one.record, best[record.key]?.handle != one.item.handle {
                finding = Self.finding(one.item, .duplicate, "another item of the account is newer")
            }
            if one.item.kind == .volatile, one.item.sign != nil, finding == nil {
                if !durable.contains(one.item.sign) {
                    finding = Self.finding(one.item, .orphan, "holds access tokens of an account that is not there")
                } else if !volatile.insert(one.item.sign).inserted {
                    finding = Self.finding(one.item, .duplicate, "another item holds the account's access tokens")
                }
            }
            entries.append(one.entry(finding?.problem))
            if let finding { findings.append(finding) }
        }
        let unusable = examined.filter { $0.item.kind == .durable && $0.record == nil }.map(\.item)
        findings += Self.compare(index, best.mapValues(\.record)) { key in
            unusable.contains { isFiled($0, ItemID(kind: .durable, key: key, partition: partition)) }
        }
    }

    /// Of each account the record that a read would give: the highest revision in the place where it is looked for.
    private static func best(of all: [ItemExamination]) -> [AccountKey: (handle: String, record: AccountRecord)] {
        var best: [AccountKey: (handle: String, record: AccountRecord)] = [:]
        for one in all where !one.item.isMisplaced {
            guard let record = one.record else { continue }
            if let other = best[record.key], other.record.revision >= record.revision { continue }
            best[record.key] = (one.item.handle, record)
        }
        return best
    }

    private static func placement(_ item: SurveyedItem) -> CacheFinding? {
        guard item.isMisplaced else { return nil }
        return finding(item, .misplaced, "lies in \(item.collection), which is not looked at")
    }

    private static func finding(_ item: SurveyedItem, _ problem: CacheFinding.Problem, _ detail: String) -> CacheFinding
    {
        let remedy: CacheFinding.Remedy =
            switch problem {
            case .damaged, .truncated, .newer, .foreign: .putAside
            case .blank, .orphan, .duplicate: .remove
            default: .none
            }
        return CacheFinding(problem, subject: item.handle, label: item.label, detail: detail, remedy: remedy)
    }

    private static func compare(
        _ index: Index,
        _ records: [AccountKey: AccountRecord],
        isUnusable: (AccountKey) -> Bool
    ) -> [CacheFinding] {
        func finding(_ problem: CacheFinding.Problem, _ account: Account?, _ detail: String) -> CacheFinding {
            CacheFinding(
                problem,
                subject: account?.homeAccountID.rawValue ?? TokenCache.indexName,
                label: account?.username ?? "",
                detail: detail,
                remedy: .rebuildIndex
            )
        }
        let listed: [Account]
        switch index {
        case .damaged: return [finding(.indexDamaged, nil, "cannot be read")]
        case .absent: listed = []
        case .present(let index): listed = index.accounts
        }
        var findings: [CacheFinding] = []
        for account in listed {
            guard let record = records[account.key] else {
                // The index still leads `logout` to an account whose item cannot be read.
                if !isUnusable(account.key) { findings.append(finding(.indexExtra, account, "is not in the store")) }
                continue
            }
            if record.account.withoutClaims != account {
                findings.append(finding(.indexDiffers, account, "is described otherwise in the store"))
            }
        }
        let known = Set(listed.map(\.key))
        for record in records.values.sorted(by: { $0.username < $1.username }) where !known.contains(record.key) {
            findings.append(finding(.indexMissing, record.account, "is not in the index"))
        }
        return findings
    }
}
