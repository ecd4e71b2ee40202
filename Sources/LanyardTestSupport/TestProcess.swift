import GLibBridge
package import Glibc

/// A child process that cannot outlive the tests nor hold their pipes.
package final class TestProcess: Sendable {
    package let pid: pid_t

    /// Starts a program found in PATH; its output goes to `/dev/null`, or to the descriptor given.
    ///
    /// Signals are unblocked: Swift's threads block nearly all of them and a child inherits that. `group` 0 makes a new group.
    package init(
        _ command: [String],
        environment: [String: String],
        group: pid_t = 0,
        input: Int32? = nil,
        output: Int32? = nil,
        errors: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source, mode) in [(Int32(0), input, O_RDONLY), (1, output, O_WRONLY), (2, errors, O_WRONLY)] {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", mode, 0)
            }
        }
        // What the test runner opened without close-on-exec, its report pipe among them, stays out of the child.
        for descriptor in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, group)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var pid: pid_t = 0
        let failure = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
        guard failure == 0 else {
            throw SupportError("cannot start \(command[0]): \(String(cString: strerror(failure)))")
        }
        self.pid = pid
    }

    package func signal(_ number: Int32) { kill(pid, number) }

    /// Waits for the end and gives the exit status, or minus the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// Waits for the end without holding one of the few threads that all tests share.
    package func ended() async throws {
        let deadline = Deadline(in: .seconds(20))
        var status = siginfo_t()
        while waitid(P_PID, id_t(pid), &status, WEXITED | WNOHANG | WNOWAIT) == 0, !deadline.hasPassed {
            if status._sifields._sigchld.si_pid == pid { return }
            try await GLibActor.sleep(.milliseconds(2))
        }
    }

    /// Ends it at once.
    package func end() {
        signal(SIGKILL)
        wait()
    }
}

/// What keeps a test from running at all.
package struct SupportError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
