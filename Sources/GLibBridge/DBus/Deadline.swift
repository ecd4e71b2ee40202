/// A point in time at which a chain of calls must have ended.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant
    /// How long the whole was allowed to be.
    package let limit: Duration

    package init(in limit: Duration) {
        end = .now.advanced(by: limit)
        self.limit = limit
    }

    /// What is left; never less than a millisecond, so that a call in flight ends by its own bound.
    package var remaining: Duration { max(.milliseconds(1), ContinuousClock.now.duration(to: end)) }

    package var hasPassed: Bool { ContinuousClock.now >= end }
}
