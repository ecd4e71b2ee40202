internal import GLibBridge
internal import LanyardCore

/// Keeps items in this process; they go with it.
actor ProcessStore: SecretStore {
    private var items: [ItemID: (label: String, value: Secret)] = [:]

    func hasVolatileCollection() -> Bool { true }

    func read(_ query: ItemQuery) -> [StoredItem] {
        items.filter { Self.matches($0.key, query) }.map { id, item in
            StoredItem(handle: Self.handle(id), attributes: [:], value: item.value)
        }
    }

    func write(_ item: ItemID, label: String, value: Secret) { items[item] = (label, value) }

    func delete(_ query: ItemQuery) -> Int {
        let found = items.keys.filter { Self.matches($0, query) }
        for id in found { items[id] = nil }
        return found.count
    }

    func survey() -> [SurveyedItem] {
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

    nonisolated func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool { item.handle == Self.handle(id) }

    func putAside(_ handle: String) {
        for (id, item) in items where Self.handle(id) == handle {
            items[id] = nil
            items[ItemID(kind: .quarantine, key: id.key, partition: id.partition)] = item
        }
    }

    func remove(_ handle: String) {
        for id in items.keys where Self.handle(id) == handle { items[id] = nil }
    }

    func identity() -> StoreIdentity { StoreIdentity(provider: "memory", collection: "this process") }

    private static func matches(_ id: ItemID, _ query: ItemQuery) -> Bool {
        id.kind == query.kind && id.partition == query.partition && (query.key == nil || id.key == query.key)
    }

    private static func handle(_ id: ItemID) -> String { "\(id.kind.rawValue)/\(id.partition)/\(sign(id.key))" }

    private static func sign(_ key: AccountKey) -> String {
        "\(key.homeAccountID)/\(key.environment)/\(key.clientID)"
    }
}

/// Small files that are none: they go with the process.
final class ProcessFiles: StateFiles {
    private let files = Lock<[String: [UInt8]]>([:])

    func read(_ name: String) -> [UInt8]? { files.withLock { $0[name] } }
    func write(_ name: String, _ bytes: [UInt8]) { files.withLock { $0[name] = bytes } }
    func mark(_ name: String) { files.withLock { $0[name] = $0[name] ?? [] } }
    func remove(_ name: String) { files.withLock { $0[name] = nil } }
}
