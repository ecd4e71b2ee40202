/// Frequency and recency in one number, as zoxide weighs them.
package enum Frecency {
    /// One use.
    package static let use: Int64 = 1000
    /// The sum of all ranks beyond which they are aged.
    package static let limit: Int64 = 10_000 * use

    /// The rank, four times within the hour, twice within the day, half within the week, a quarter later.
    ///
    /// The result is in quarters of the rank's unit, so that it stays whole and a sum does not depend on its order.
    package static func score(rank: Int64, lastUse: Int64, now: Int64) -> Int64 {
        switch max(0, now - lastUse) {
        case ..<3_600: rank * 16
        case ..<86_400: rank * 8
        case ..<604_800: rank * 2
        default: rank
        }
    }

    /// The rank after ageing: nine tenths of the limit are shared out, and what falls below one use is forgotten.
    package static func aged(rank: Int64, sum: Int64) -> Int64? {
        let aged = rank * (limit / 10 * 9) / sum
        return aged < use ? nil : aged
    }
}
