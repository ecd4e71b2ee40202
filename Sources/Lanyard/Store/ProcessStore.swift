internal import GLibBridge
internal import LanyardCore

/// Keeps items in this process; they go with it.
actor ProcessStore: SecretStore {
    private var items = ItemTable()

    func hasVolatileCollection() -> Bool { true }
    func read(_ query: ItemQuery) -> [StoredItem] { items.read(query) }
    func write(_ item: ItemID, label: String, value: Secret) { items.write(item, label: label, value: value) }
    func delete(_ query: ItemQuery) -> Int { items.delete(query) }
    func survey() -> [SurveyedItem] { items.survey() }
    nonisolated func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool { ItemTable.isFiled(item, as: id) }
    func putAside(_ handle: String) { items.putAside(handle) }
    func remove(_ handle: String) { items.remove(handle) }
    func identity() -> StoreIdentity { StoreIdentity(provider: "memory", collection: "this process") }
}

/// Small files that are none: they go with the process.
final class ProcessFiles: StateFiles {
    private let files = Lock<[String: [UInt8]]>([:])

    func read(_ name: String) -> [UInt8]? { files.withLock { $0[name] } }
    func write(_ name: String, _ bytes: [UInt8]) { files.withLock { $0[name] = bytes } }
    func mark(_ name: String, _ bytes: [UInt8]) { files.withLock { $0[name] = $0[name] == nil ? bytes : [] } }
    func remove(_ name: String) { files.withLock { $0[name] = nil } }
}
