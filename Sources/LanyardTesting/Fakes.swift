public import LanyardCore

/// A clock that stands still until it is moved.
public final class FakeClock: Clock, @unchecked Sendable {
    // Invariant for @unchecked Sendable: `state` is an actor; the snapshot is written under it and read as one word.
    private let state: ClockState
    private let advances: Bool

    /// Makes a clock; one that `advances` moves on by each sleep at once, any other sleeps until it is cancelled.
    public init(now: Int64 = 1_735_689_600, advances: Bool = true) {
        state = ClockState(now)
        self.advances = advances
    }

    /// The fake time.
    public func now() -> Int64 { state.now }

    /// Sets the time.
    public func set(_ now: Int64) { state.now = now }

    /// Moves the time on, or waits for cancellation.
    public func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        guard advances else {
            let (stream, _) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            throw CancellationError()
        }
        state.now += duration.components.seconds
        await Task.yield()
    }
}

private final class ClockState: @unchecked Sendable {
    // Invariant for @unchecked Sendable: tests move the clock between, not during, the calls that read it.
    var now: Int64
    init(_ now: Int64) { self.now = now }
}

/// Bytes that differ from call to call and are the same in each run.
public final class CountingRandom: RandomSource, @unchecked Sendable {
    // Invariant for @unchecked Sendable: one task of a test at a time draws.
    private var next: UInt8 = 0
    /// Makes a source.
    public init() {}
    /// The bytes that follow the last ones.
    public func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            next &+= 1
            return next
        }
    }
}

/// A digest for tests: 32 bytes that differ where the inputs do, and nothing more.
public struct WeakDigester: Digester {
    /// Makes a digester.
    public init() {}
    /// Takes `sig` for every key's signature.
    public func verifiesRS256(_ key: KeySet.Key, message: [UInt8], signature: [UInt8]) -> Bool {
        signature == Array("sig".utf8)
    }

    /// A weak hash, spread over 32 bytes.
    public func sha256(_ bytes: [UInt8]) -> [UInt8] {
        (0..<32).map { seed in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ UInt64(seed)
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            // The last bytes of the input have reached the low bits only.
            hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
            return UInt8(truncatingIfNeeded: hash >> 56)
        }
    }
}

/// Files in memory.
public final class MemoryFiles: StateFiles, @unchecked Sendable {
    // Invariant for @unchecked Sendable: used under the store lock by one task at a time.
    private var files: [String: [UInt8]] = [:]
    /// Makes an empty folder.
    public init() {}
    /// The file's bytes.
    public func read(_ name: String) -> [UInt8]? { files[name] }
    /// Replaces the file.
    public func write(_ name: String, _ bytes: [UInt8]) { files[name] = bytes }
    /// Makes a file, or empties it.
    public func mark(_ name: String, _ bytes: [UInt8]) { files[name] = files[name] == nil ? bytes : [] }
    /// Removes the file.
    public func remove(_ name: String) { files[name] = nil }
}

/// Locks between the tasks of one process.
public actor MemoryLocks: LockProvider {
    private var held: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Makes locks that nobody holds.
    public init() {}

    /// Runs the body while no other task holds the lock of that name.
    public nonisolated func withLock<Result: Sendable>(
        _ name: String,
        limit: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        await take(name)
        do {
            let result = try await body()
            await release(name)
            return result
        } catch {
            await release(name)
            throw error
        }
    }

    private func take(_ name: String) async {
        guard !held.insert(name).inserted else { return }
        await withCheckedContinuation { waiting[name, default: []].append($0) }
    }

    private func release(_ name: String) {
        guard var queue = waiting[name], !queue.isEmpty else {
            held.remove(name)
            return
        }
        let next = queue.removeFirst()
        waiting[name] = queue
        next.resume()
    }
}

/// A browser that a test drives.
public struct FakeBrowser: Browser {
    private let visit: @Sendable (String) async throws -> Void
    /// Makes a browser that does this with each address.
    public init(_ visit: @escaping @Sendable (String) async throws -> Void = { _ in }) { self.visit = visit }
    /// Hands the address to the test.
    public func open(_ url: String) async throws { try await visit(url) }
}

/// A redirect listener that a test feeds.
public actor FakeListener: RedirectListener, RedirectSession {
    /// The port it pretends to have.
    public nonisolated let port = 50_000
    private var pending: [[RedirectField]] = []
    private var waiter: CheckedContinuation<[RedirectField], any Error>?
    private var judge: (@Sendable ([RedirectField]) async -> RedirectJudgement)?
    /// What became of each redirect.
    public private(set) var judgements: [RedirectJudgement] = []
    /// Whether the session was ended.
    public private(set) var isStopped = false

    /// Makes a listener.
    public init() {}

    /// Gives itself as session.
    public func start(path: String) -> any RedirectSession { self }

    /// Delivers one redirect.
    public func deliver(_ fields: [RedirectField]) async {
        guard let judge else {
            pending.append(fields)
            return
        }
        let judgement = await judge(fields)
        judgements.append(judgement)
        guard judgement != .foreign, let waiter else { return }
        self.waiter = nil
        waiter.resume(returning: fields)
    }

    /// Waits for a redirect that the judge takes.
    public func wait(
        method: String,
        judge: @escaping @Sendable ([RedirectField]) async -> RedirectJudgement
    ) async throws -> [RedirectField] {
        self.judge = judge
        for fields in pending {
            let judgement = await judge(fields)
            judgements.append(judgement)
            if judgement != .foreign { return fields }
        }
        pending = []
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter = $0 }
        } onCancel: {
            Task { await self.giveUp() }
        }
    }

    private func giveUp() {
        waiter?.resume(throwing: CancellationError())
        waiter = nil
    }

    /// Ends the session.
    public func stop() { isStopped = true }
}
