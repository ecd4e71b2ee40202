public import LanyardCore

/// Where tokens are kept and how many there are.
public struct CacheStatistics: Sendable {
    /// The store itself.
    public var store: StoreDiagnosis
    /// How many items there are of each kind; nothing where the store could not be read.
    public var counts: [ItemKind: Int]?

    /// Makes statistics.
    public init(store: StoreDiagnosis, counts: [ItemKind: Int]? = nil) {
        self.store = store
        self.counts = counts
    }

    mutating func count(_ entries: [CacheEntry]) {
        counts = Dictionary(entries.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }
}
