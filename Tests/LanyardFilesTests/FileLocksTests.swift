import GLibBridge
import LanyardCore
import LanyardFiles
import LanyardTestSupport
import Testing

@Suite("Locks", .startsPrograms)
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

    @Test("a lock is free when its holder was killed")
    func death() async throws {
        let folder = try Folder()
        let (holder, lifeline) = try LockHolder.holding(folder.path + "/a.lock")
        let locks = FileLocks(directory: folder.path, tie: "")
        await #expect(throws: LanyardError(.lockTimedOut, "")) {
            try await locks.withLock("a", limit: .milliseconds(50)) {}
        }
        holder.end()
        lifeline.closeWriter()
        try await locks.withLock("a", limit: .seconds(60)) {}
    }

    @Test("no change is lost between processes and separate users of one folder")
    func counting() async throws {
        let folder = try Folder()
        let (users, rounds) = (8, 25)
        folder.write("counter", "0")
        let others = try (0..<users).map { _ in
            try LockHolder.counting(folder.path + "/a.lock", counter: folder.path + "/counter", rounds: rounds)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<users {
                group.addTask {
                    let locks = FileLocks(directory: folder.path, tie: "")
                    for _ in 0..<rounds {
                        try await locks.withLock("a", limit: .seconds(60)) {
                            let number = try #require(folder.read("counter").flatMap { Int($0) })
                            await Task.yield()
                            folder.write("counter", String(number + 1))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for other in others { try await other.ended() }
        #expect(folder.read("counter") == String(2 * users * rounds))
        others.forEach { $0.wait() }
    }

    @Test("a cancelled wait ends and frees its place", arguments: [false, true])
    func cancellation(inOneProcess: Bool) async throws {
        let folder = try Folder()
        let holder = FileLocks(directory: folder.path, tie: "")
        let waiter = inOneProcess ? holder : FileLocks(directory: folder.path, tie: "")
        try await holder.withLock("a", limit: .seconds(60)) {
            let task = Task { try await waiter.withLock("a", limit: .seconds(60)) { Issue.record("two holders") } }
            try await GLibActor.sleep(.milliseconds(5))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await waiter.withLock("a", limit: .seconds(60)) {}
    }

    @Test("a failing holder frees the lock, and names that leave the folder are refused")
    func failures() async throws {
        let folder = try Folder()
        let locks = FileLocks(directory: folder.path, tie: "")
        await #expect(throws: SupportError.self) {
            try await locks.withLock("a", limit: .seconds(60)) { throw SupportError("x") }
        }
        try await locks.withLock("a", limit: .seconds(60)) {}
        for name in ["", "..", "a/b", ".a", "ä"] {
            await #expect(throws: LanyardError(.internalFault, "")) {
                try await locks.withLock(name, limit: .seconds(60)) {}
            }
        }
    }

    @Test("the session's folder comes first, then the state folder, then the home folder's")
    func directories() {
        let home = ["HOME": "/home/a"]
        #expect(FileLocks.directory(in: home) == "/home/a/.local/state/lanyard")
        let state = home.merging(["XDG_STATE_HOME": "/state", "XDG_RUNTIME_DIR": "relative"]) { $1 }
        #expect(FileLocks.directory(in: state) == "/state/lanyard")
        #expect(
            FileLocks.directory(in: state.merging(["XDG_RUNTIME_DIR": "/run/user/1"]) { $1 }) == "/run/user/1/lanyard"
        )
    }
}
