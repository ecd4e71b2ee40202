import Dispatch
import Synchronization

/// Lets one of several operations go on at a time, up to its next effect, and chooses there who is next.
///
/// The same seed makes the same choices. What runs outside every operation is never held up.
final class Conductor: Sendable {
    /// Everybody waits for a lock.
    struct Deadlock: Error {}

    /// The operation that runs in this task.
    @TaskLocal static var part: Int?

    private struct Waiting {
        let part: Int
        let resume: @Sendable () -> Void
    }

    private struct State {
        var random: Mutator
        /// How often in a hundred the one that ran last goes on, so that some rounds switch at each effect and others seldom.
        var loyalty: Int
        var missing: Int
        var last = 0
        var waiting: [Waiting] = []
        var blocked: [String: [Waiting]] = [:]
        var held: Set<String> = []
        var isStuck = false
        var trace: [String] = []

        /// Takes out the one who goes on.
        mutating func choose() -> [Waiting] {
            guard missing == 0 else { return [] }
            guard !waiting.isEmpty else {
                let all = blocked.values.flatMap { $0 }
                isStuck = isStuck || !all.isEmpty
                blocked = [:]
                return all
            }
            // Who came first to the start is chance.
            waiting.sort { $0.part < $1.part }
            var index = random.next(below: waiting.count)
            if random.next(below: 100) < loyalty, let same = waiting.firstIndex(where: { $0.part == last }) {
                index = same
            }
            let next = waiting.remove(at: index)
            last = next.part
            return [next]
        }
    }

    private let state: Mutex<State>

    init(parts: Int, random: Mutator) {
        var random = random
        let loyalty = [0, 60, 90][random.next(below: 3)]
        state = Mutex(State(random: random, loyalty: loyalty, missing: parts))
    }

    /// What was done, in order.
    var trace: [String] { state.withLock { $0.trace } }
    /// The locks that are held now.
    var heldLocks: Set<String> { state.withLock { $0.held } }

    /// Runs one of the operations to its end; nobody goes on before all have come here.
    func play<Result>(_ part: Int, _ body: () async throws -> Result) async rethrows -> Result {
        defer { leave(part) }
        return try await Self.$part.withValue(part) {
            await step("", isFirst: true)
            return try await body()
        }
    }

    private func leave(_ part: Int) {
        let next = state.withLock { state in
            state.trace.append("\(part) ends")
            return state.choose()
        }
        for one in next { one.resume() }
    }

    /// Gives way before an effect.
    func step(_ effect: String, isFirst: Bool = false) async {
        guard let part = Self.part else { return }
        await withCheckedContinuation { continuation in
            giveWay(effect, isFirst, Waiting(part: part) { continuation.resume() })
        }
    }

    /// Gives way before an effect that blocks its thread; the operations have threads of their own.
    func stop(_ effect: String) {
        guard let part = Self.part else { return }
        let turn = DispatchSemaphore(value: 0)
        giveWay(effect, false, Waiting(part: part) { turn.signal() })
        turn.wait()
    }

    private func giveWay(_ effect: String, _ isFirst: Bool, _ waiting: Waiting) {
        let next = state.withLock { state in
            if isFirst { state.missing -= 1 } else { state.trace.append("\(waiting.part) \(effect)") }
            state.waiting.append(waiting)
            return state.choose()
        }
        for one in next { one.resume() }
    }

    // MARK: Locks

    func take(_ lock: String) async throws {
        await step("wants \(lock)")
        while !state.withLock({ $0.held.insert(lock).inserted }) {
            guard let part = Self.part else { throw Deadlock() }
            await withCheckedContinuation { continuation in
                let next = state.withLock { state in
                    state.blocked[lock, default: []].append(Waiting(part: part) { continuation.resume() })
                    return state.choose()
                }
                for one in next { one.resume() }
            }
            if state.withLock({ $0.isStuck }) { throw Deadlock() }
        }
    }

    /// Frees a lock; whoever waits for it may try, in any order.
    func give(_ lock: String) {
        state.withLock { state in
            state.held.remove(lock)
            state.waiting += state.blocked.removeValue(forKey: lock) ?? []
        }
    }
}

/// A thread of its own for each operation, so that one may block without holding up any test.
final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "operation")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
