public import LanyardCore

/// A secret store in memory.
public actor MemoryStore: SecretStore {
    private var items = ItemTable()
    private let isVolatileKept: Bool
    /// What every call throws while set.
    public var failure: LanyardError?

    /// Makes an empty store, with or without a place of its own for volatile items.
    public init(hasVolatileCollection: Bool = true) { isVolatileKept = hasVolatileCollection }

    /// Sets what every call throws from now on.
    public func fail(with error: LanyardError?) { failure = error }

    /// The labels of all items, sorted.
    public var labels: [String] { items.labels }

    /// Whether volatile items have a place of their own.
    public func hasVolatileCollection() throws -> Bool {
        if let failure { throw failure }
        return isVolatileKept
    }

    /// The items that match.
    public func read(_ query: ItemQuery) throws -> [StoredItem] {
        if let failure { throw failure }
        return items.read(query)
    }

    /// Writes one item.
    public func write(_ item: ItemID, label: String, value: Secret) throws {
        if let failure { throw failure }
        items.write(item, label: label, value: value)
    }

    /// Deletes the items that match.
    public func delete(_ query: ItemQuery) throws -> Int {
        if let failure { throw failure }
        return items.delete(query)
    }

    // MARK: Survey

    /// All items.
    public func survey() throws -> [SurveyedItem] {
        if let failure { throw failure }
        return items.survey()
    }

    /// Whether kind, cache and account are those of the id.
    public nonisolated func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool {
        ItemTable.isFiled(item, as: id)
    }

    /// Moves an item to the quarantine.
    public func putAside(_ handle: String) throws {
        if let failure { throw failure }
        items.putAside(handle)
    }

    /// Removes an item.
    public func remove(_ handle: String) throws {
        if let failure { throw failure }
        items.remove(handle)
    }

    /// Which store this is; tests change it to stand for another one.
    public var store = StoreIdentity(provider: "memory", collection: "memory")

    /// Stands for another store from now on, empty or not.
    public func become(_ store: StoreIdentity, isEmpty: Bool) {
        self.store = store
        if isEmpty { items = ItemTable() }
    }

    /// Which store this is.
    public func identity() throws -> StoreIdentity {
        if let failure { throw failure }
        return store
    }
}
