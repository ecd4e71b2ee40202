import GLibBridge
import LanyardCore
import LanyardFiles
import LanyardTestSupport
import Testing

@Suite("Locks")
struct FileLocksTests {
    @Test("64 tasks that want one lock get it one after the other")
    func waiters() async throws {
        let folder = try Folder()
        let locks = FileLocks(directory: folder.path + "/locks", tie: "bus")
        let inside = Lock(0)
        let total = Lock(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await locks.withLock("account", limit: .seconds(60)) {
                        #expect(
                            inside.withLock {
                                $0 += 1; return $0
                            } == 1
                        )
                        try await GLibActor.sleep(.milliseconds(1))
                        inside.withLock { $0 -= 1 }
                        total.withLock { $0 += 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(total.withLock { $0 } == 64)
        #expect(folder.contents == ["locks", "locks/account.bus.lock"])
    }

    @Test("another holder is waited for no longer than the limit")
    func limit() async throws {
        let folder = try Folder()
        let holder = FileLocks(directory: folder.path, tie: "")
        let other = FileLocks(directory: folder.path, tie: "")
        try await holder.withLock("a", limit: .seconds(60)) {
            await #expect(throws: LanyardError(.lockTimedOut, "")) {
                try await other.withLock("a", limit: .milliseconds(30)) {}
            }
            await #expect(throws: LanyardError(.lockTimedOut, "")) {
                try await holder.withLock("a", limit: .milliseconds(30)) {}
            }
            try await other.withLock("b", limit: .seconds(60)) {}
        }
        try await other.withLock("a", limit: .seconds(60)) {}
    }
}
