import Glibc

/// Another program's command line and environment.
struct ForeignCommand: Sendable, Equatable {
    let words: [String]
    let environment: [String: String]

    /// Replaces this process, so that signals, terminal, job control and exit code are the program's own.
    ///
    /// Comes back only with an error number. The arguments are taken from the process's own, byte by byte, since a file name need
    /// not be text.
    func become() -> Int32 {
        // GIO has this signal ignored, and an ignored signal would stay so in the program.
        signal(SIGPIPE, SIG_DFL)
        for (name, value) in environment { setenv(name, value, 1) }
        for name in ForeignCommand.names(notIn: environment) { unsetenv(name) }
        let count = Int(CommandLine.argc)
        guard let program = words.first, words.count < count else { return ENOENT }
        let arguments = CommandLine.unsafeArgv.advanced(by: count - words.count)
        execvp(program, arguments)
        return errno
    }

    private static func names(notIn environment: [String: String]) -> [String] {
        Environment.process.all.keys.filter { environment[$0] == nil }
    }
}
