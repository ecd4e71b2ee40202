extension History {
    /// The most rows that are kept.
    package static let rowLimit = 10_000

    /// Notes a success.
    ///
    /// One use per account, target and hour counts, so that a script's loop weighs as much as one call. A choice that a person
    /// made counts double; one that the scores made keeps the memory fresh but adds nothing, or the history would feed itself.
    package mutating func recordSuccess(
        _ account: AccountIdentity,
        target: String,
        root: String?,
        reason: Reason,
        now: Int64
    ) {
        let index = row(account, target: target, root: root, now: now)
        let hour = now / 3600
        let isCounted = rows.contains {
            $0.account == rows[index].account && $0.target == rows[index].target && $0.count > 0
                && $0.lastUse / 3600 == hour
        }
        let weight: Int64 = isCounted ? 0 : Self.weight(of: reason)
        rows[index].count += weight
        rows[index].rank += weight * Frecency.use
        rows[index].lastUse = max(rows[index].lastUse, now)
        rows[index].outcome = .success
        rows[index].outcomeAt = now
        trim(now: now)
    }

    /// Whether a success of this account for this target in this tree is noted for this hour already.
    ///
    /// Noting it once more would change nothing that counts, so that nobody needs to write.
    package func hasNoted(_ account: AccountIdentity, target: String, root: String?, now: Int64) -> Bool {
        guard let accountIndex = accounts.firstIndex(of: account), let targetIndex = targets.firstIndex(of: target),
            let rootIndex = roots.firstIndex(of: root ?? "")
        else { return false }
        return rows.contains {
            $0.account == accountIndex && $0.target == targetIndex && $0.root == rootIndex && $0.outcome == .success
                && $0.outcomeAt / 3600 == now / 3600
        }
    }

    /// Notes that the target or the authority said that the account may not.
    package mutating func recordRefusal(_ account: AccountIdentity, target: String, root: String?, now: Int64) {
        let index = row(account, target: target, root: root, now: now)
        rows[index].outcome = .notAuthorised
        rows[index].outcomeAt = now
        trim(now: now)
    }

    /// Forgets everything about an account.
    package mutating func forget(_ account: AccountIdentity) {
        guard let index = accounts.firstIndex(of: account) else { return }
        rows.removeAll { $0.account == index }
        compact()
    }

    private static func weight(of reason: Reason) -> Int64 {
        switch reason {
        case .flag, .environment, .profile, .picker: 2
        case .score: 0
        default: 1
        }
    }

    private mutating func row(_ account: AccountIdentity, target: String, root: String?, now: Int64) -> Int {
        let accountIndex = Self.index(of: account, in: &accounts)
        let targetIndex = Self.index(of: target, in: &targets)
        let rootIndex = Self.index(of: root ?? "", in: &roots)
        let known = rows.firstIndex {
            $0.account == accountIndex && $0.target == targetIndex && $0.root == rootIndex
        }
        if let known { return known }
        rows.append(
            Row(
                account: accountIndex,
                target: targetIndex,
                root: rootIndex,
                count: 0,
                rank: 0,
                lastUse: now,
                outcome: .success,
                outcomeAt: now
            )
        )
        return rows.count - 1
    }

    private static func index<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
        if let index = list.firstIndex(of: value) { return index }
        list.append(value)
        return list.count - 1
    }

    private mutating func trim(now: Int64) {
        let sum = rows.reduce(0) { $0 + $1.rank }
        if sum > Frecency.limit {
            rows = rows.compactMap { row in
                var row = row
                guard let rank = Frecency.aged(rank: row.rank, sum: sum) else { return nil }
                row.rank = rank
                return row
            }
            compact()
        }
        guard rows.count > Self.rowLimit else { return }
        let weakest = rows.indices.min { left, right in
            let scores = [left, right].map {
                Frecency.score(rank: rows[$0].rank, lastUse: rows[$0].lastUse, now: now)
            }
            return (scores[0], rows[left].outcomeAt) < (scores[1], rows[right].outcomeAt)
        }
        if let weakest { rows.remove(at: weakest) }
        compact()
    }

    /// Drops names that no row uses any more.
    private mutating func compact() {
        var copy = History()
        copy.unknown = unknown
        var (accountMap, targetMap, rootMap) = ([Int: Int](), [Int: Int](), [Int: Int]())
        for var row in rows {
            row.account = Self.move(row.account, from: accounts, to: &copy.accounts, &accountMap)
            row.target = Self.move(row.target, from: targets, to: &copy.targets, &targetMap)
            row.root = Self.move(row.root, from: roots, to: &copy.roots, &rootMap)
            copy.rows.append(row)
        }
        self = copy
    }

    private static func move<Value>(_ index: Int, from old: [Value], to new: inout [Value], _ map: inout [Int: Int])
        -> Int
    {
        if let known = map[index] { return known }
        new.append(old[index])
        map[index] = new.count - 1
        return new.count - 1
    }
}
