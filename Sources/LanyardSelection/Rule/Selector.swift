import LanyardCore

/// Chooses the account for a request: hard rules, then layers of which the first that speaks decides, then scores.
///
/// A pure function of its two values. It neither reads nor waits, and there is no way to tell it about tokens.
package enum Selector {
    /// The verdict for a request; every step is handed to `watch` as it is taken.
    package static func select(
        _ request: SelectionRequest,
        in world: SelectionWorld,
        watch: ((SelectionEvent) -> Void)? = nil
    ) -> Verdict {
        select(request, in: world, watch: watch) { KeptHistory(world.history, root: request.context.root) }
    }

    /// The same with a history that is read when it can have a say: most choices need none.
    package static func select<Failure: Error>(
        _ request: SelectionRequest,
        in world: SelectionWorld,
        watch: ((SelectionEvent) -> Void)? = nil,
        history: () throws(Failure) -> KeptHistory
    ) throws(Failure) -> Verdict {
        var run = SelectionRun(request: request, world: world, watch: watch)
        let verdict = try run.decide(history)
        watch?(SelectionEvent(kind: .ended(verdict)))
        return verdict
    }
}
