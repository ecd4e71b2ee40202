internal import GLibBridge

/// One wait for replies to be written.
@GLibActor
final class DrainWaiter {
    private var continuation: CheckedContinuation<Void, Never>?
    private var isDone = false

    func wait(limit: Duration) async {
        let timer = Timer(after: limit) { self.wake() }
        await withCheckedContinuation { continuation in
            // Other jobs may run between this function's start and its wait.
            if isDone { continuation.resume() } else { self.continuation = continuation }
        }
        timer.cancel()
    }

    func wake() {
        isDone = true
        continuation?.resume()
        continuation = nil
    }
}
