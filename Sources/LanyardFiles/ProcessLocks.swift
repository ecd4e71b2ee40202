internal import GLibBridge
internal import LanyardCore

/// Locks between the tasks of one process, for what no other process can see.
package struct ProcessLocks: LockProvider {
    private let state = ProcessQueues()

    package init() {}

    package func withLock<Result: Sendable>(
        _ name: String,
        limit: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await state.take(name, deadline: Deadline(in: limit))
        do {
            let result = try await body()
            await state.give(name)
            return result
        } catch {
            await state.give(name)
            throw error
        }
    }
}

@GLibActor
private final class ProcessQueues {
    private var queues: [String: LockQueue] = [:]

    nonisolated init() {}

    func take(_ name: String, deadline: Deadline) async throws {
        let queue = queues[name] ?? LockQueue()
        queues[name] = queue
        guard try await queue.enter(deadline: deadline) else {
            throw LanyardError(.lockTimedOut, "another task has held the lock \(name) for more than \(deadline.limit)")
        }
    }

    func give(_ name: String) {
        guard let queue = queues[name] else { return }
        queue.leave()
        if queue.isIdle { queues[name] = nil }
    }
}
