import GLibBridge
import LanyardCore
import LanyardSecretService
import LanyardTestSupport
import Testing

@Suite("A session without bus or provider", .startsPrograms)
struct NoBusTests {
    @Test("there is no bus without an address, and none is started for one that asks for it")
    func noAddress() throws {
        let folder = try Folder()
        #expect(SessionBus.address(in: [:]) == nil)
        #expect(SessionBus.address(in: ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        #expect(SessionBus.address(in: ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
        #expect(SessionBus.address(in: ["XDG_RUNTIME_DIR": folder.path]) == nil)
    }

    @Test("the bus in the runtime folder is found where the address is not set")
    func runtimeFolder() async throws {
        let session = try await TestSession.withKeyring()
        let environment = ["XDG_RUNTIME_DIR": session.environment["XDG_RUNTIME_DIR"] ?? ""]
        let address = try #require(SessionBus.address(in: environment))
        let store = SecretServiceStore(configuration: .init(busAddress: address))
        try await store.write(.durable(), label: "item", value: Secret("1"))
        #expect(try await session.store().read(.durable()).count == 1)
    }

    @Test("an address that leads nowhere is told apart from no address")
    func cannotConnect() async throws {
        let store = SecretServiceStore(configuration: .init(busAddress: "unix:path=/nonexistent"))
        let error = await #expect(throws: LanyardError.self) { try await store.read(.durable()) }
        #expect(error?.code == .storeNoBus)
        #expect(error?.message.hasPrefix("cannot connect") == true)
        let none = SecretServiceStore(configuration: .init(busAddress: ""))
        let other = await #expect(throws: LanyardError.self) { try await none.read(.durable()) }
        #expect(other?.code == .storeNoBus)
        #expect(other?.message.hasPrefix("there is no session bus") == true)
    }

    @Test("a bus without provider is an answer of its own", arguments: [ItemKind.durable, .volatile])
    func noProvider(kind: ItemKind) async throws {
        let session = try TestSession()
        await #expect(throws: LanyardError(.storeNoProvider, "")) {
            try await session.store().read(ItemQuery(kind: kind, key: .sample()))
        }
    }

    @Test("a bus that accepts and never answers is given up in time")
    func silentBus() async throws {
        let folder = try Folder()
        let socket = try SilentSocket(path: folder.path + "/bus")
        defer { socket.close() }
        let store = SecretServiceStore(
            configuration: .init(callLimit: .milliseconds(100), busAddress: "unix:path=\(folder.path)/bus")
        )
        await #expect(throws: LanyardError(.storeTimedOut, "")) { try await store.read(.durable()) }
    }
}
