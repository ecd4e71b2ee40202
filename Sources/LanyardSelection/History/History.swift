package import LanyardCore

/// Which account was used for which target, and from which directory tree.
///
/// Names are kept once and rows refer to them by number, so that reading and weighing ten thousand rows costs well under a
/// millisecond. A target is the key of a ``Target``: no path, no query, nothing of a token.
package struct History: Sendable, Hashable {
    /// How the target's last answer was.
    package enum Outcome: Int, Sendable, Hashable {
        case success = 0
        /// The target or authority said that the account may not.
        case notAuthorised = 1
    }

    package struct Row: Sendable, Hashable {
        package var account: Int
        package var target: Int
        package var root: Int
        /// Uses that count.
        package var count: Int64
        /// Uses, aged as zoxide does, in thousandths.
        package var rank: Int64
        package var lastUse: Int64
        package var outcome: Outcome
        package var outcomeAt: Int64
    }

    package internal(set) var accounts: [AccountIdentity] = []
    package internal(set) var targets: [String] = []
    package internal(set) var roots: [String] = []
    package internal(set) var rows: [Row] = []
    package var unknown: [String: JSONValue] = [:]

    package init() {}

    /// What the history says about one account in view of a request.
    struct Evidence: Sendable, Hashable {
        var successes: Int64 = 0
        var lastSuccess: Int64 = .min
        var outcome: Outcome = .success
        var outcomeAt: Int64 = .min
        var isUsedInRoot = false
        /// Frecency of the uses for other targets, in four-thousandths; uses for this one have points of their own.
        var frecency: Int64 = 0
    }

    /// The evidence for each of these identities, which are in ascending order.
    func evidence(for identities: [AccountIdentity], target: String?, root: String?, now: Int64) -> [Evidence] {
        let found = evidence(target: target, root: root, now: now)
        // Written in order; only what was added since is not.
        let isOrdered = zip(accounts, accounts.dropFirst()).allSatisfy { $0 < $1 }
        let places = Array(accounts.indices)
        var order = (isOrdered ? places : places.sorted { accounts[$0] < accounts[$1] })[...]
        // Both lists are in order, so that walking them together finds the pairs without hashing long ids.
        return identities.map { identity in
            while let first = order.first {
                if accounts[first] == identity { return found[first] }
                guard accounts[first] < identity else { break }
                order.removeFirst()
            }
            return Evidence()
        }
    }

    private func evidence(target: String?, root: String?, now: Int64) -> [Evidence] {
        var found = [Evidence](repeating: Evidence(), count: accounts.count)
        let targetIndex = target.flatMap(targets.firstIndex(of:)) ?? -1
        let rootIndex = root.flatMap(roots.firstIndex(of:)) ?? -1
        for row in rows {
            if row.root == rootIndex, row.count > 0 || row.outcome == .success {
                found[row.account].isUsedInRoot = true
            }
            guard row.target == targetIndex else {
                found[row.account].frecency += Frecency.score(rank: row.rank, lastUse: row.lastUse, now: now)
                continue
            }
            found[row.account].successes += row.count
            if row.count > 0 { found[row.account].lastSuccess = max(found[row.account].lastSuccess, row.lastUse) }
            // At one time with a success the refusal counts: it is the safer reading, and does not depend on the order.
            let isNewer = (row.outcomeAt, row.outcome.rawValue)
            if isNewer > (found[row.account].outcomeAt, found[row.account].outcome.rawValue) {
                found[row.account].outcome = row.outcome
                found[row.account].outcomeAt = row.outcomeAt
            }
        }
        return found
    }
}
