import GLibBridge
import Lanyard
import LanyardTestSupport
import Testing

/// One application that lives on while a real gnome-keyring is locked, unlocked, ended and started again.
@Suite("A program that runs on while its keyring changes", .startsPrograms, .serialized)
struct StoreEventTests {
    @Test("is told of lock, unlock, end and return, and its requests work after each")
    func life() async throws {
        let stage = try await Stage(keyring: nil)
        try await stage.session.control("start", .gnomeKeyring)
        let app = try stage.application()
        let account = try await app.signIn().account
        let log = EventLog(await app.storeEvents())

        try await stage.session.lockKeyring()
        try await log.wait(for: [.locked])
        #expect(await failure { try await app.silent(account, force: true) }?.code == .storeLocked)
        try await stage.session.control("unlock", .gnomeKeyring)
        try await log.wait(for: [.locked, .unlocked])
        try await app.silent(account, force: true)

        try await stage.session.control("stop", .gnomeKeyring)
        try await log.wait(for: [.locked, .unlocked, .providerGone])
        #expect(await failure { try await app.silent(account, force: true) }?.code == .storeNoProvider)
        try await stage.session.control("start", .gnomeKeyring)
        // It may be seen before its password has reached it.
        try await log.wait { $0.dropFirst(3).first == .providerBack && $0.last == .unlocked }
        try await app.silent(account, force: true)
        log.end()
    }

    @Test("is told the end of the bus, and that nothing can be told after it", arguments: [true, false])
    func busEnds(hasProvider: Bool) async throws {
        let session = try TestSession()
        if hasProvider { _ = try await session.startFake("{}") }
        let app = try Application(configuration: Configuration(environment: session.environment))
        let events = await app.storeEvents()
        session.endBus()
        var told: [StoreEvent] = []
        for await event in events { told.append(event) }
        #expect(told == (hasProvider ? [.providerGone] : []))
    }

    @Test(
        "is told nothing, and does not wait, where there is no bus or nobody locks the store",
        arguments: [true, false]
    )
    func nothing(hasBus: Bool) async throws {
        let session = try TestSession()
        var environment = session.environment
        if !hasBus { environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent" }
        var configuration = Configuration(environment: environment)
        if hasBus { configuration.store.kind = .memory }
        var count = 0
        let app = try Application(configuration: configuration)
        for await _ in await app.storeEvents() { count += 1 }
        #expect(count == 0)
    }
}

/// What came so far.
private final class EventLog: Sendable {
    private let events = Lock<[StoreEvent]>([])
    private let task: Task<Void, Never>

    init(_ stream: AsyncStream<StoreEvent>) {
        let events = events
        task = Task { for await event in stream { events.withLock { $0.append(event) } } }
    }

    func end() { task.cancel() }

    func wait(for expected: [StoreEvent]) async throws { try await wait { $0 == expected } }

    func wait(until isDone: ([StoreEvent]) -> Bool) async throws {
        let deadline = Deadline(in: .seconds(20))
        while !isDone(events.withLock { $0 }) {
            guard !deadline.hasPassed else { throw SupportError("only \(events.withLock { $0 }) came") }
            try await GLibActor.sleep(.milliseconds(5))
        }
    }
}
