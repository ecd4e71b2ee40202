import Glibc
import LanyardCore
@testable import LanyardEnvelope
import LanyardFiles
import LanyardTestSupport
import Testing

@Suite("the envelope store")
struct EnvelopeStoreTests {
    private let root: Folder
    private let path: String
    private let keys: SampleKeys
    private let store: EnvelopeStore

    init() throws {
        root = try Folder()
        path = root.path + "/envelope"
        keys = SampleKeys(KeyRing([try Sample.key(1)]))
        store = EnvelopeStore(folder: path, source: keys, random: Chance(), warn: { _ in })
    }

    private struct Chance: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }
    }

    private func another(_ ring: KeyRing?) -> EnvelopeStore {
        EnvelopeStore(folder: path, source: SampleKeys(ring), random: Chance(), warn: { _ in })
    }

    private func put(_ text: String, _ key: AccountKey = Sample.alice, _ kind: ItemKind = .durable) async throws {
        try await store.write(ItemID(kind: kind, key: key), label: "Lanyard: x", value: Secret(text))
    }

    private func texts(_ store: EnvelopeStore, _ query: ItemQuery) async throws -> [String] {
        try await store.read(query).map { $0.value.reveal() }
    }

    private func file(_ key: AccountKey = Sample.alice, _ kind: ItemKind = .durable) -> String {
        "\(path)/\(EnvelopeName(ItemID(kind: kind, key: key)).file)"
    }

    private func code<Result>(_ body: () async throws -> Result) async -> LanyardError? {
        do {
            _ = try await body()
            return nil
        } catch { return error as? LanyardError }
    }

    @Test("items are found by account, kind and cache, written over in place and deleted")
    func items() async throws {
        #expect(try await store.read(ItemQuery(kind: .durable)).isEmpty)
        try await put("1")
        try await put("2")
        try await put("b", Sample.bob)
        try await put("v", Sample.alice, .volatile)
        try await store.write(
            ItemID(kind: .durable, key: Sample.alice, partition: "other"),
            label: "x",
            value: Secret("o")
        )
        #expect(try await texts(store, ItemQuery(kind: .durable, key: Sample.alice)) == ["2"])
        #expect(try await texts(store, ItemQuery(kind: .durable)).sorted() == ["2", "b"])
        #expect(try await texts(store, ItemQuery(kind: .volatile)) == ["v"])
        #expect(try await texts(store, ItemQuery(kind: .durable, partition: "other")) == ["o"])
        #expect(try await store.delete(ItemQuery(kind: .durable)) == 2)
        #expect(try await store.delete(ItemQuery(kind: .durable)) == 0)
        #expect(try await texts(store, ItemQuery(kind: .durable, partition: "other")) == ["o"])
    }

    @Test("folder and files are ours alone, and their names say nothing")
    func permissions() async throws {
        try await put("1")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat(file(), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(root.contents.allSatisfy { !$0.contains("a.c") && !$0.hasSuffix(".new") })
    }

    @Test("without the key, or with another, nothing is read as empty and nothing written over; deleting works")
    func wrongKey() async throws {
        try await put("1")
        let before = root.contents
        for (ring, expected) in [
            (nil, LanyardError.Code.storeKeyMissing), (KeyRing([try Sample.key(2)]), .storeKeyWrong),
        ] {
            let store = another(ring)
            let id = try Sample.key(1).id.description
            for failure in [
                await code { try await store.read(ItemQuery(kind: .durable)) },
                await code { try await store.read(ItemQuery(kind: .durable, key: Sample.alice)) },
                await code { try await store.read(ItemQuery(kind: .probe)) },
                await code { try await store.hasVolatileCollection() },
                await code { try await store.survey() },
                await code {
                    try await store.write(
                        ItemID(kind: .durable, key: Sample.bob),
                        label: "x",
                        value: Secret("2")
                    )
                },
            ] {
                #expect(failure?.code == expected)
                #expect(failure?.message.contains(id) == true)
                #expect(failure?.hint != nil)
            }
        }
        #expect(root.contents == before)
        #expect(try await texts(store, ItemQuery(kind: .durable)) == ["1"])
        #expect(try await another(nil).delete(ItemQuery(kind: .durable, key: Sample.alice)) == 1)
    }

    @Test("the store knows its key also where its own note of it is lost")
    func lostNote() async throws {
        try await put("1")
        unlink("\(path)/\(EnvelopeStore.keyName)")
        let store = another(KeyRing([try Sample.key(2)]))
        #expect(await code { try await store.read(ItemQuery(kind: .durable)) }?.code == .storeKeyWrong)
        let right = another(KeyRing([try Sample.key(2), try Sample.key(1)]))
        #expect(try await texts(right, ItemQuery(kind: .durable)) == ["1"])
        try await right.write(ItemID(kind: .durable, key: Sample.bob), label: "x", value: Secret("2"))
        #expect(try await right.currentKeyID() == Sample.key(1).id.description)
    }

    @Test("a damaged file is passed over in a list, kept, named by a survey and moved aside with its bytes")
    func damaged() async throws {
        try await put("1")
        try await put("b", Sample.bob)
        let name = EnvelopeName(ItemID(kind: .durable, key: Sample.alice)).file
        let bytes = try Sample.sealed("1", as: "elsewhere")
        try StrictFolder(path: path).write(name, bytes)
        #expect(try await texts(store, ItemQuery(kind: .durable)) == ["b"])
        let found = try await store.read(ItemQuery(kind: .durable, key: Sample.alice))
        #expect(found.map { $0.value.revealBytes() } == [bytes])
        let surveyed = try await store.survey().first { $0.handle == name }
        #expect(surveyed?.problem == .damaged)
        try await store.putAside(name)
        #expect(try await store.read(ItemQuery(kind: .durable, key: Sample.alice)).isEmpty)
        let aside = try await store.read(ItemQuery(kind: .quarantine, key: Sample.alice))
        #expect(aside.map { $0.value.revealBytes() } == [bytes])
        #expect(try await store.survey().map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.durable, .quarantine])
        #expect(try await store.delete(ItemQuery(kind: .quarantine, key: Sample.alice)) == 1)
    }

    @Test("two sign-ins' files that were swapped are both refused")
    func swapped() async throws {
        try await put("1")
        try await put("2", Sample.bob)
        rename(file(), path + "/x")
        rename(file(Sample.bob), file())
        rename(path + "/x", file(Sample.bob))
        #expect(try await store.read(ItemQuery(kind: .durable)).isEmpty)
        #expect(try await store.survey().compactMap(\.problem) == [.damaged, .damaged])
    }

    @Test("a newer version's file is named to its account and passed over for the others")
    func newer() async throws {
        try await put("b", Sample.bob)
        let name = EnvelopeName(ItemID(kind: .durable, key: Sample.alice)).file
        var bytes = try Sample.sealed("1", as: name)
        bytes[Envelope.magic.count] = 9
        try StrictFolder(path: path).write(name, bytes)
        #expect(try await texts(store, ItemQuery(kind: .durable)) == ["b"])
        let failure = await code { try await store.read(ItemQuery(kind: .durable, key: Sample.alice)) }
        #expect(failure?.code == .storeUnreadable && failure?.hint == "update lanyard")
        #expect(try await store.survey().contains { $0.problem == .newer })
    }

    @Test("links and what others may change are refused, and never taken for nothing")
    func strangers() async throws {
        try await put("1")
        let query = ItemQuery(kind: .durable, key: Sample.alice)
        chmod(file(), 0o644)
        let open = await code { try await store.read(query) }
        #expect(open?.code == .storeFailed && open?.hint?.hasPrefix("chmod 600") == true)
        chmod(file(), 0o600)
        rename(file(), root.path + "/elsewhere")
        symlink(root.path + "/elsewhere", file())
        #expect(await code { try await store.read(query) }?.code == .storeFailed)
        #expect(await code { try await put("2") }?.code == .storeFailed)
        unlink(file())
        chmod(path, 0o777)
        let folder = await code { try await store.read(query) }
        #expect(folder?.code == .storeFailed && folder?.hint?.hasPrefix("chmod 700") == true)
        rename(path, root.path + "/real")
        symlink(root.path + "/real", path)
        #expect(await code { try await store.read(query) }?.code == .storeFailed)
    }

    @Test("a new key takes over every file, and an interrupted change is carried on")
    func rekey() async throws {
        try await put("1")
        try await put("b", Sample.bob)
        let old = try Sample.key(1).id
        let result = try await store.rekey()
        #expect(result.count == 2 && result.left.isEmpty && result.key != old)
        let ring = try #require(await keys.ring)
        #expect(ring.keys.map(\.id) == [result.key])
        #expect(try await texts(another(ring), ItemQuery(kind: .durable)).sorted() == ["1", "b"])
        // Stopped right after the new key was kept.
        await keys.put(ring.adding(random: Chance()))
        let next = try await store.rekey()
        #expect(next.count == 2 && next.key != result.key)
        #expect(await keys.ring?.keys.map(\.id) == [next.key])
    }

    @Test("a process that knows the old key only reads and writes on after a change")
    func rekeyBeside() async throws {
        let ring = await keys.ring
        let other = EnvelopeStore(folder: path, source: keys, random: Chance(), warn: { _ in })
        try await put("1")
        #expect(try await texts(other, ItemQuery(kind: .durable)) == ["1"])
        _ = try await store.rekey()
        #expect(try await texts(other, ItemQuery(kind: .durable)) == ["1"])
        try await other.write(ItemID(kind: .durable, key: Sample.bob), label: "x", value: Secret("b"))
        #expect(try await texts(store, ItemQuery(kind: .durable)).sorted() == ["1", "b"])
        #expect(await keys.ring?.keys[0].id != ring?.keys[0].id)
    }

    @Test("a new key keeps the old one while a file could not be opened")
    func rekeyDamaged() async throws {
        try await put("1")
        let name = EnvelopeName(ItemID(kind: .durable, key: Sample.bob)).file
        try StrictFolder(path: path).write(name, try Sample.sealed("x", as: "elsewhere"))
        let result = try await store.rekey()
        #expect(result.count == 1 && result.left == [name])
        #expect(await keys.ring?.keys.count == 2)
    }
}
