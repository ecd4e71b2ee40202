internal import GLibBridge
internal import Glibc
internal import LanyardCore

/// The queues of one process, one a lock, and the files behind them.
@GLibActor
final class LockFolder {
    private let folder: PrivateFolder
    private var queues: [String: LockQueue] = [:]

    nonisolated init(folder: PrivateFolder) { self.folder = folder }

    /// Waits for the turn within the process, then for the file.
    func take(_ file: String, deadline: Deadline) async throws -> HeldLock {
        let queue = queues[file] ?? LockQueue()
        queues[file] = queue
        guard try await queue.enter(deadline: deadline) else { throw Self.timedOut(file, deadline) }
        do {
            return HeldLock(file: file, descriptor: try await lock(file, deadline: deadline))
        } catch {
            leave(file)
            throw error
        }
    }

    func give(_ held: HeldLock) {
        // Closing the only descriptor of this open file frees its lock.
        close(held.descriptor)
        leave(held.file)
    }

    private func leave(_ file: String) {
        guard let queue = queues[file] else { return }
        queue.leave()
        if queue.isIdle { queues[file] = nil }
    }

    private func lock(_ file: String, deadline: Deadline) async throws -> Int32 {
        try folder.prepare()
        let path = "\(folder.path)/\(file)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure.last("open the lock", path) }
        do {
            var pause = Duration.milliseconds(1)
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else { throw FileFailure.last("take the lock", path) }
                guard !deadline.hasPassed else { throw Self.timedOut(file, deadline) }
                try await GLibActor.sleep(min(pause, deadline.remaining))
                pause = min(pause * 2, .milliseconds(20))
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func timedOut(_ file: String, _ deadline: Deadline) -> LanyardError {
        LanyardError(
            .lockTimedOut,
            "another process has held the lock \(file) for more than \(deadline.limit)",
            hint: "End the other command, or wait for it, then try again."
        )
    }
}
