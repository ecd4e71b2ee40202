internal import GLibBridge

/// Keeps creations apart where the provider needs that.
///
/// A password manager's database crashed when dozens of entries were made at once, while it was saving the ones before. Such a
/// provider shows itself: its items have attributes of their own beside those that were given.
@GLibActor
final class CreationPace {
    private static let pause = Duration.milliseconds(300)
    private var isSlow: Bool?
    private var next: Deadline?

    /// Waits until the next one may be made.
    func wait() async throws {
        guard isSlow == true, let next, !next.hasPassed else { return }
        try await GLibActor.sleep(next.remaining)
    }

    /// Notes that one was made; true where its attributes are to be looked at.
    func note() -> Bool {
        next = Deadline(in: Self.pause)
        return isSlow == nil
    }

    /// Learns from the first one that was made.
    func judge(given: [String: String], found: [String: String]) {
        isSlow = !Set(found.keys).subtracting(given.keys).subtracting(["xdg:content-type"]).isEmpty
    }
}
