import GLibBridge
import Glibc

/// What a program that ended said.
package struct Run: Sendable {
    /// The exit status, or minus the signal.
    package let status: Int32
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String
}

extension TestSession {
    /// Runs a program to its end, which has to come within the limit; `environment` adds to the session's.
    ///
    /// Holds no thread meanwhile, of which the tests have only as many as there are cores. With `leavesPrograms` what it started
    /// goes on until the session ends.
    package func run(
        _ command: [String],
        environment extra: [String: String] = [:],
        input: String = "",
        limitSeconds: Int32 = 60,
        leavesPrograms: Bool = false
    ) async throws -> Run {
        let started = try Started(self, command, extra, input, limitSeconds, leavesPrograms ? group : 0)
        let limit = Duration.seconds(Int64(limitSeconds) + 10)
        guard let status = await Child.exit(of: started.process.pid, limit: limit) else {
            throw SupportError("\(command.first ?? "") did not end")
        }
        return started.result(status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
    }
}

/// A program that was started with its streams in files.
private struct Started {
    let process: TestProcess
    private let files: Folder

    init(
        _ session: TestSession,
        _ command: [String],
        _ extra: [String: String],
        _ input: String,
        _ limitSeconds: Int32,
        _ group: pid_t
    ) throws {
        files = try Folder()
        files.write("input", input)
        let stdin = open("\(files.path)/input", O_RDONLY | O_CLOEXEC)
        let stdout = open("\(files.path)/output", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        let stderr = open("\(files.path)/errors", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        defer { for file in [stdin, stdout, stderr] { close(file) } }
        process = try TestProcess(
            // It would make a group of its own otherwise.
            ["timeout", "-k", "2"] + (group == 0 ? [] : ["--foreground"]) + ["\(limitSeconds)"] + command,
            environment: session.environment.merging(extra) { $1 },
            group: group,
            input: stdin,
            output: stdout,
            errors: stderr
        )
    }

    func result(_ status: Int32) -> Run {
        Run(status: status, output: files.read("output") ?? "", errors: files.read("errors") ?? "")
    }
}
