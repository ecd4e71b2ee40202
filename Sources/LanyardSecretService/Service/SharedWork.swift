internal import GLibBridge

/// One piece of work that any number of tasks wait for; it ends early only when all of them have gone.
@GLibActor
final class SharedWork {
    private var task: Task<Void, Never>?
    private var round = 0
    private var waiters: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var numbers = 0

    nonisolated init() {}

    /// Whether nobody waits for it.
    var isIdle: Bool { waiters.isEmpty }

    /// Starts the work, or waits for the one under way.
    func join(_ work: @escaping @GLibActor () async throws -> Void) async throws {
        try Task.checkCancellation()
        numbers += 1
        let number = numbers
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiters.append((number, continuation))
                if task == nil { start(work) }
            }
        } onCancel: {
            Task { @GLibActor in self.leave(number) }
        }
    }

    private func start(_ work: @escaping @GLibActor () async throws -> Void) {
        round += 1
        let round = round
        // A task of its own inherits no executor: without the preference, what it awaits would start Dispatch's threads.
        task = Task(executorPreference: GLibActor.executor) { await self.perform(work, round) }
    }

    private func perform(_ work: @GLibActor () async throws -> Void, _ round: Int) async {
        do {
            try await work()
            end(round, .success(()))
        } catch {
            end(round, .failure(error))
        }
    }

    private func end(_ round: Int, _ result: Result<Void, any Error>) {
        // One that everybody left may end after its successor began.
        guard round == self.round else { return }
        let all = waiters
        waiters = []
        task = nil
        for waiter in all { waiter.continuation.resume(with: result) }
    }

    private func leave(_ number: Int) {
        guard let place = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: place).continuation.resume(throwing: CancellationError())
        guard waiters.isEmpty else { return }
        task?.cancel()
        task = nil
        round += 1
    }
}
