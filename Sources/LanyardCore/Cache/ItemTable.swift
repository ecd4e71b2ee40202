/// Items in memory, found as a store finds them; what the stores that keep nothing else are made of.
package struct ItemTable: Sendable {
    private var items: [ItemID: (label: String, value: Secret)] = [:]

    package init() {}

    /// The labels of all items, sorted.
    package var labels: [String] { items.values.map(\.label).sorted() }

    package func read(_ query: ItemQuery) -> [StoredItem] {
        items.filter { Self.matches($0.key, query) }.map { id, item in
            StoredItem(handle: Self.handle(id), attributes: [:], value: item.value)
        }
    }

    package mutating func write(_ item: ItemID, label: String, value: Secret) { items[item] = (label, value) }

    package mutating func delete(_ query: ItemQuery) -> Int {
        let found = items.keys.filter { Self.matches($0, query) }
        for id in found { items[id] = nil }
        return found.count
    }

    package func survey() -> [SurveyedItem] {
        items.map { id, item in
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

    package static func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool { item.handle == handle(id) }

    package mutating func putAside(_ handle: String) {
        for (id, item) in items where Self.handle(id) == handle {
            items[id] = nil
            items[ItemID(kind: .quarantine, key: id.key, partition: id.partition)] = item
        }
    }

    package mutating func remove(_ handle: String) {
        for id in items.keys where Self.handle(id) == handle { items[id] = nil }
    }

    private static func matches(_ id: ItemID, _ query: ItemQuery) -> Bool {
        id.kind == query.kind && id.partition == query.partition && (query.key == nil || id.key == query.key)
    }

    private static func handle(_ id: ItemID) -> String { "\(id.kind.rawValue)/\(id.partition)/\(sign(id.key))" }

    private static func sign(_ key: AccountKey) -> String {
        "\(key.homeAccountID)/\(key.environment)/\(key.clientID)"
    }
}
