import LanyardCore
import LanyardTesting
import Synchronization

/// Locks in whose queue the conductor decides; or, to see what they are good for, none at all.
struct RacingLocks: LockProvider {
    let conductor: Conductor
    var isWorking = true

    func withLock<Result: Sendable>(
        _ name: String,
        limit: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard isWorking else { return try await body() }
        try await conductor.take(name)
        defer { conductor.give(name) }
        return try await body()
    }
}

/// Files whose readers and writers give way before each access.
struct RacingFiles: StateFiles {
    let files: MemoryFiles
    let conductor: Conductor

    func read(_ name: String) -> [UInt8]? {
        conductor.stop("reads \(name)")
        return files.read(name)
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        conductor.stop("writes \(name)")
        files.write(name, bytes)
    }

    func mark(_ name: String, _ bytes: [UInt8]) {
        conductor.stop("marks \(name)")
        files.mark(name, bytes)
    }

    func remove(_ name: String) {
        conductor.stop("removes \(name)")
        files.remove(name)
    }
}

/// A transport to the race's authority; the answer is made at one moment and arrives at another.
struct RacingTransport: HTTPTransport {
    let authority: RacingAuthority
    let conductor: Conductor

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        await conductor.step("sends \(request.url.split(separator: "/").last ?? "")")
        let response = authority.answer(request)
        await conductor.step("receives \(response.status)")
        authority.delivered(request)
        return response
    }
}

/// A store whose writes are a search and a change with everything possible between them, as on the bus.
final class RacingStore: SecretStore {
    /// What happened to an account's durable item.
    enum Change: Equatable {
        case saved(token: String?, part: Int?)
        case deleted
    }

    private struct Item {
        let handle: String
        var id: ItemID
        var label: String
        var value: Secret
    }

    private struct State {
        var items: [Item] = []
        var changes: [AccountKey: [Change]] = [:]
        var numbers = 0
    }

    private let conductor: Conductor
    private let isVolatileKept: Bool
    private let state = Mutex(State())

    init(_ conductor: Conductor, hasVolatileCollection: Bool) {
        self.conductor = conductor
        isVolatileKept = hasVolatileCollection
    }

    func changes(_ key: AccountKey) -> [Change] { state.withLock { $0.changes[key] ?? [] } }

    func hasVolatileCollection() async throws -> Bool {
        await conductor.step("asks for collections")
        return isVolatileKept
    }

    func read(_ query: ItemQuery) async throws -> [StoredItem] {
        await conductor.step("reads \(query.kind.rawValue)")
        return state.withLock { state in
            state.items.filter { Self.matches($0.id, query) }.map {
                StoredItem(handle: $0.handle, attributes: [:], value: $0.value)
            }
        }
    }

    func write(_ item: ItemID, label: String, value: Secret) async throws {
        await conductor.step("searches \(item.kind.rawValue)")
        let found = state.withLock { $0.items.first { $0.id == item }?.handle }
        await conductor.step("writes \(item.kind.rawValue)")
        state.withLock { state in
            if let index = state.items.firstIndex(where: { $0.handle == found }) {
                state.items[index].label = label
                state.items[index].value = value
            } else {
                state.numbers += 1
                state.items.append(Item(handle: "\(state.numbers)", id: item, label: label, value: value))
            }
            guard item.kind == .durable, case .record(let record) = AccountRecord.read(value, key: item.key) else {
                return
            }
            let change = Change.saved(token: record.refreshToken?.reveal(), part: Conductor.part)
            state.changes[item.key, default: []].append(change)
        }
    }

    func delete(_ query: ItemQuery) async throws -> Int {
        await conductor.step("searches \(query.kind.rawValue) to delete")
        let found = state.withLock { state in
            state.items.filter { Self.matches($0.id, query) }.map(\.handle)
        }
        var count = 0
        for handle in found {
            await conductor.step("deletes \(query.kind.rawValue)")
            count += drop(handle) ? 1 : 0
        }
        return count
    }

    private func drop(_ handle: String) -> Bool {
        state.withLock { state in
            guard let index = state.items.firstIndex(where: { $0.handle == handle }) else { return false }
            let item = state.items.remove(at: index)
            if item.id.kind == .durable { state.changes[item.id.key, default: []].append(.deleted) }
            return true
        }
    }

    func survey() async throws -> [SurveyedItem] {
        await conductor.step("surveys")
        return state.withLock { state in
            state.items.map { item in
                var found = SurveyedItem(
                    handle: item.handle,
                    kind: item.id.kind,
                    label: item.label,
                    collection: "memory",
                    value: item.value
                )
                found.partition = item.id.partition
                found.clientID = item.id.key.clientID
                found.sign = Self.sign(item.id.key)
                return found
            }
        }
    }

    func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool {
        item.kind == id.kind && item.partition == id.partition && item.sign == Self.sign(id.key)
    }

    func putAside(_ handle: String) async throws {
        await conductor.step("puts aside")
        state.withLock { state in
            if let index = state.items.firstIndex(where: { $0.handle == handle }) {
                state.items[index].id.kind = .quarantine
            }
        }
    }

    func remove(_ handle: String) async throws {
        await conductor.step("removes an item")
        _ = drop(handle)
    }

    func identity() async throws -> StoreIdentity {
        await conductor.step("asks who the store is")
        return StoreIdentity(provider: "memory", collection: "memory")
    }

    private static func matches(_ id: ItemID, _ query: ItemQuery) -> Bool {
        id.kind == query.kind && id.partition == query.partition && (query.key == nil || id.key == query.key)
    }

    private static func sign(_ key: AccountKey) -> String { "\(key.homeAccountID)/\(key.environment)/\(key.clientID)" }
}
