internal import GLibBridge

/// One wait for replies to be written.
@GLibActor
final class DrainWaiter {
    private var continuation: CheckedContinuation<Void, Never>?
    private var isDone = false

    func wait(limit: Duration) async {
        guard !isDone else { return }
        let timer = Timer(after: limit) { self.wake() }
        await withCheckedContinuation { continuation = $0 }
        timer.cancel()
    }

    func wake() {
        isDone = true
        continuation?.resume()
        continuation = nil
    }
}
