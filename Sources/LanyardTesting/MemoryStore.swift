public import LanyardCore

/// A secret store in memory.
public actor MemoryStore: SecretStore {
    private var items: [ItemID: (label: String, value: Secret)] = [:]
    private let isVolatileKept: Bool
    /// What every call throws while set.
    public var failure: LanyardError?

    /// Makes an empty store, with or without a place of its own for volatile items.
    public init(hasVolatileCollection: Bool = true) { isVolatileKept = hasVolatileCollection }

    /// Sets what every call throws from now on.
    public func fail(with error: LanyardError?) { failure = error }

    /// The labels of all items, sorted.
    public var labels: [String] { items.values.map(\.label).sorted() }

    /// Whether volatile items have a place of their own.
    public func hasVolatileCollection() throws -> Bool {
        if let failure { throw failure }
        return isVolatileKept
    }

    /// The items that match.
    public func read(_ query: ItemQuery) throws -> [StoredItem] {
        if let failure { throw failure }
        return items.filter { matches($0.key, query) }.map { id, item in
            StoredItem(handle: "\(id.kind.rawValue)/\(id.key.homeAccountID)", attributes: [:], value: item.value)
        }
    }

    /// Writes one item.
    public func write(_ item: ItemID, label: String, value: Secret) throws {
        if let failure { throw failure }
        items[item] = (label, value)
    }

    /// Deletes the items that match.
    public func delete(_ query: ItemQuery) throws -> Int {
        if let failure { throw failure }
        let found = items.keys.filter { matches($0, query) }
        for id in found { items[id] = nil }
        return found.count
    }

    private func matches(_ id: ItemID, _ query: ItemQuery) -> Bool {
        id.kind == query.kind && id.partition == query.partition && (query.key == nil || id.key == query.key)
    }
}
