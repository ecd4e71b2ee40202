internal import GLibBridge

/// Lets one body run at a time, in the order of arrival.
@GLibActor
final class Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func run<Result: Sendable>(_ body: @GLibActor () async -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            // Looked at in here, since other jobs may run between this function's start and its wait.
            if isTaken {
                waiting.append(continuation)
            } else {
                isTaken = true
                continuation.resume()
            }
        }
        defer {
            // The turn is handed over without being free in between.
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        return await body()
    }
}
