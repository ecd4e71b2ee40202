internal import GLibBridge

/// Who is next, first come first served.
@GLibActor
final class LockQueue {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, any Error>
        let timer: Timer
    }

    private var isTaken = false
    private var waiters: [Waiter] = []
    private var numbers = 0

    /// Whether nobody holds it and nobody waits.
    var isIdle: Bool { !isTaken && waiters.isEmpty }

    /// Waits for the turn; false where the deadline passed first.
    func enter(deadline: Deadline) async throws -> Bool {
        try Task.checkCancellation()
        guard isTaken else {
            isTaken = true
            return true
        }
        numbers += 1
        let number = numbers
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let timer = Timer(after: deadline.remaining) { self.end(number, .success(false)) }
                waiters.append(Waiter(number: number, continuation: continuation, timer: timer))
            }
        } onCancel: {
            Task { @GLibActor in self.end(number, .failure(CancellationError())) }
        }
    }

    /// Gives the turn to the next one.
    func leave() {
        guard !waiters.isEmpty else {
            isTaken = false
            return
        }
        let next = waiters.removeFirst()
        next.timer.cancel()
        next.continuation.resume(returning: true)
    }

    private func end(_ number: Int, _ result: Result<Bool, any Error>) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        let waiter = waiters.remove(at: index)
        waiter.timer.cancel()
        waiter.continuation.resume(with: result)
    }
}
