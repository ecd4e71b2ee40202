internal import Synchronization

/// What was made of an index so far: tells a test whether a choice looks at more than it must.
final class IndexEffort: Sendable {
    let textsMade = Atomic<Int>(0)
}

extension AccountList {
    /// How many texts were made of the file's bytes; none for accounts that did not come from one.
    package var textsMade: Int {
        guard case .kept(let rows, _) = storage else { return 0 }
        return rows.image.effort.textsMade.load(ordering: .relaxed)
    }
}
