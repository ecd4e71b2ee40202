import Foundation
import Glibc
import Synchronization

/// Does something as soon as the kernel says that somebody waits for a file's lock, or when ten seconds went by without.
final class Waiting: Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private let result = Mutex(false)

    init(for file: ino_t, _ action: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            let seen = Self.wait(for: file)
            action()
            result.withLock { $0 = seen }
            isDone.signal()
        }
    }

    /// Waits until it was done and tells whether somebody waited for the lock; to be called once.
    func end() -> Bool {
        isDone.wait()
        return result.withLock { $0 }
    }

    private static func wait(for file: ino_t) -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
            if locks.split(separator: "\n").contains(where: { $0.contains("->") && $0.contains(":\(file) ") }) {
                return true
            }
            sched_yield()
        }
        return false
    }
}
