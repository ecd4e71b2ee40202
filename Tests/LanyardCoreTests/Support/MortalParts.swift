import LanyardCore
import LanyardTesting
import Synchronization

/// Lets so many effects of a process happen and none after them, as a kill does.
final class Fuse: Sendable {
    /// What every effect after the last one throws.
    struct Killed: Error {}

    private let left: Atomic<Int>

    init(effects: Int) { left = Atomic(effects) }

    /// Whether it blew.
    var isBlown: Bool { left.load(ordering: .relaxed) < 0 }

    func burn() throws {
        let before = left.subtract(1, ordering: .relaxed).oldValue
        if before <= 0 { throw Killed() }
    }
}

/// A store whose process may be killed between two writes, and over a look at everything.
struct MortalStore: SecretStore {
    let store: MemoryStore
    let fuse: Fuse
    var maySurvey = true

    func hasVolatileCollection() async throws -> Bool { try await store.hasVolatileCollection() }
    func read(_ query: ItemQuery) async throws -> [StoredItem] { try await store.read(query) }
    func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool { store.isFiled(item, as: id) }
    func identity() async throws -> StoreIdentity { try await store.identity() }

    func survey() async throws -> [SurveyedItem] {
        guard maySurvey else { throw Fuse.Killed() }
        return try await store.survey()
    }

    func write(_ item: ItemID, label: String, value: Secret) async throws {
        try fuse.burn()
        try await store.write(item, label: label, value: value)
    }

    func delete(_ query: ItemQuery) async throws -> Int {
        try fuse.burn()
        return try await store.delete(query)
    }

    func putAside(_ handle: String) async throws {
        try fuse.burn()
        try await store.putAside(handle)
    }

    func remove(_ handle: String) async throws {
        try fuse.burn()
        try await store.remove(handle)
    }
}

/// A store that answers like a provider which keeps secrets to itself while it is locked.
struct HollowStore: SecretStore {
    let store: MemoryStore
    let givesBytes: Bool

    func hasVolatileCollection() async throws -> Bool { try await store.hasVolatileCollection() }
    func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool { store.isFiled(item, as: id) }
    func identity() async throws -> StoreIdentity { try await store.identity() }
    func delete(_ query: ItemQuery) async throws -> Int { try await store.delete(query) }
    func putAside(_ handle: String) async throws { try await store.putAside(handle) }
    func remove(_ handle: String) async throws { try await store.remove(handle) }

    func write(_ item: ItemID, label: String, value: Secret) async throws {
        try await store.write(item, label: label, value: value)
    }

    func read(_ query: ItemQuery) async throws -> [StoredItem] {
        try await store.read(query).map { item in
            StoredItem(
                handle: item.handle,
                attributes: item.attributes,
                value: givesBytes ? item.value : Secret(bytes: [])
            )
        }
    }

    func survey() async throws -> [SurveyedItem] {
        try await store.survey().map { item in
            var item = item
            if !givesBytes { item.value = Secret(bytes: []) }
            return item
        }
    }
}

/// Files whose process may be killed between two writes.
struct MortalFiles: StateFiles {
    let files: MemoryFiles
    let fuse: Fuse

    func read(_ name: String) throws -> [UInt8]? { files.read(name) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try fuse.burn()
        files.write(name, bytes)
    }

    func mark(_ name: String, _ bytes: [UInt8]) throws {
        try fuse.burn()
        files.mark(name, bytes)
    }

    func remove(_ name: String) throws {
        try fuse.burn()
        files.remove(name)
    }
}
