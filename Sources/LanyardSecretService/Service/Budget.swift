internal import GLibBridge

/// The time that an operation has left for calls that cannot prompt.
@GLibActor
final class Budget {
    private let limit: Duration
    private var deadline: Deadline

    init(_ limit: Duration) {
        self.limit = limit
        deadline = Deadline(in: limit)
    }

    var remaining: Duration { deadline.remaining }

    /// Starts anew: a person was asked, or a change was made, which shows that the provider is alive.
    func renew() { deadline = Deadline(in: limit) }
}
