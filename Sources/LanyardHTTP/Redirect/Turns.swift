internal import GLibBridge

/// Lets one body run at a time, in the order of arrival.
@GLibActor
final class Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func run<Result: Sendable>(_ body: @GLibActor () async -> Result) async -> Result {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
        defer {
            // The turn is handed over without being free in between.
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        return await body()
    }
}
