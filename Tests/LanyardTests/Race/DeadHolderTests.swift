import GLibBridge
import Glibc
import Lanyard
import LanyardTestSupport
import Testing

@Suite("A holder of a lock that is killed", .startsPrograms, .serialized)
struct DeadHolderTests {
    private static let token = ["token", "-a", Name.alice, "--scope", "https://vault.azure.net/.default"]
    /// Far below the time for which a lock is waited for.
    private static let atOnce: Int32 = 10

    @Test("in the middle of a renewal does not hold up the one who waits, nor the next")
    func refreshLock() async throws {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.control("fault", "add", "--grant", "refresh_token", "--hold", "renewal")
        let holder = try TestProcess([Stage.program("lanyard")] + Self.token, environment: stage.environment())
        try await stage.waitUntilHeld("renewal")
        async let waiting = stage.lanyard(Self.token, limitSeconds: Self.atOnce)
        // The one who waits has opened the holder's lock.
        try await Self.waitForWaiter(stage)
        holder.end()
        let first = try await waiting
        #expect(first.status == 0, "\(first.errors)")
        let next = try await stage.lanyard(Self.token, limitSeconds: Self.atOnce)
        #expect(next.status == 0 && next.output == first.output)
        #expect(try await stage.cacheFaults().isEmpty)
        RaceNumbers.report("kill -9 of the refresh lock's holder", 1, "the waiting one and the next at once")
    }

    @Test("in the middle of a save does not hold up the next, and nothing is lost")
    func storeLock() async throws {
        let stage = try await Stage(keyring: nil)
        let keyring = try await stage.session.startKeyring()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.control("fault", "add", "--grant", "refresh_token", "--hold", "renewal")
        let holder = try TestProcess([Stage.program("lanyard")] + Self.token, environment: stage.environment())
        try await stage.waitUntilHeld("renewal")
        keyring.signal(SIGSTOP)
        try await stage.control("fault", "release", "renewal")
        let isHeld = try await Self.waitForHolder(of: "store", stage)
        holder.end()
        keyring.signal(SIGCONT)
        #expect(isHeld)
        let next = try await stage.lanyard(Self.token, limitSeconds: Self.atOnce)
        #expect(next.status == 0, "\(next.errors)")
        #expect(try await stage.cacheFaults().isEmpty)
        RaceNumbers.report("kill -9 of the store lock's holder", 1, "the next at once, nothing lost")
    }

    private static func locks(_ stage: Stage, _ name: String) -> [String] {
        stage.session.folder.contents.filter { $0.hasPrefix("rt/lanyard/\(name)") && $0.hasSuffix(".lock") }
            .map { "\(stage.session.folder.path)/\($0)" }
    }

    /// Waits until somebody holds the lock of that name.
    private static func waitForHolder(of name: String, _ stage: Stage) async throws -> Bool {
        let deadline = Deadline(in: .seconds(4))
        while !deadline.hasPassed {
            for path in locks(stage, name) {
                let file = open(path, O_RDWR | O_CLOEXEC)
                defer { close(file) }
                if flock(file, LOCK_SH | LOCK_NB) != 0 { return true }
            }
            try await GLibActor.sleep(.milliseconds(2))
        }
        return false
    }

    /// Waits until two processes have a refresh lock's file open.
    private static func waitForWaiter(_ stage: Stage) async throws {
        let deadline = Deadline(in: .seconds(8))
        let command = "ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c '\(stage.session.folder.path)/rt/lanyard/refresh-'"
        while !deadline.hasPassed {
            let run = try await stage.session.run(["sh", "-c", command])
            if Int(run.output.prefix { !$0.isNewline }) ?? 0 >= 2 { return }
            try await GLibActor.sleep(.milliseconds(20))
        }
        throw SupportError("nobody waits for the lock")
    }
}
