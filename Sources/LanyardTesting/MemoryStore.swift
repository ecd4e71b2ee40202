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
            StoredItem(handle: Self.handle(id), attributes: [:], value: item.value)
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

    // MARK: Survey

    /// All items.
    public func survey() throws -> [SurveyedItem] {
        if let failure { throw failure }
        return items.map { id, item in
            var found = SurveyedItem(
                handle: Self.handle(id),
                kind: id.kind,
                label: item.label,
                collection: "memory",
                value: item.value
            )
            found.partition = id.partition
            found.clientID = id.key.clientID
            found.sign = Self.sign(id.key)
            return found
        }.sorted { $0.handle < $1.handle }
    }

    /// Whether kind, cache and account are those of the id.
    public nonisolated func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool {
        item.kind == id.kind && item.partition == id.partition && item.sign == Self.sign(id.key)
    }

    /// Moves an item to the quarantine.
    public func putAside(_ handle: String) throws {
        if let failure { throw failure }
        for (id, item) in items where Self.handle(id) == handle {
            items[id] = nil
            items[ItemID(kind: .quarantine, key: id.key, partition: id.partition)] = item
        }
    }

    /// Removes an item.
    public func remove(_ handle: String) throws {
        if let failure { throw failure }
        for id in items.keys where Self.handle(id) == handle { items[id] = nil }
    }

    /// Which store this is; tests change it to stand for another one.
    public var store = StoreIdentity(provider: "memory", collection: "memory")

    /// Stands for another store from now on, empty or not.
    public func become(_ store: StoreIdentity, isEmpty: Bool) {
        self.store = store
        if isEmpty { items = [:] }
    }

    /// Which store this is.
    public func identity() throws -> StoreIdentity {
        if let failure { throw failure }
        return store
    }

    private static func handle(_ id: ItemID) -> String { "\(id.kind.rawValue)/\(sign(id.key))" }

    private static func sign(_ key: AccountKey) -> String {
        "\(key.homeAccountID)/\(key.environment)/\(key.clientID)"
    }
}
