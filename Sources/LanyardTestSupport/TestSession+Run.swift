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
    package func run(
        _ command: [String],
        environment extra: [String: String] = [:],
        input: String = "",
        limitSeconds: Int32 = 60
    ) throws -> Run {
        let files = try Folder()
        files.write("input", input)
        let stdin = open("\(files.path)/input", O_RDONLY | O_CLOEXEC)
        let stdout = open("\(files.path)/output", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        let stderr = open("\(files.path)/errors", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        defer { for file in [stdin, stdout, stderr] { close(file) } }
        let child = try TestProcess(
            ["timeout", "-k", "2", "\(limitSeconds)"] + command,
            environment: environment.merging(extra) { $1 },
            input: stdin,
            output: stdout,
            errors: stderr
        )
        let status = child.wait()
        return Run(status: status, output: files.read("output") ?? "", errors: files.read("errors") ?? "")
    }
}
