import Glibc
import Lanyard

/// What the commands know of the world around them.
struct CLI: Sendable {
    var environment: Environment
    var console: Console
    /// Seconds since 1970.
    var now: @Sendable () -> Int64
    /// The working directory, where it can be told.
    var directory: @Sendable () -> String?
    /// Opens the library.
    var openService: @Sendable (Configuration) throws -> any AccountService
    /// Becomes another program; comes back only with the system's error number.
    var become: @Sendable (ForeignCommand) -> Int32

    /// The process's own surroundings.
    static var process: CLI {
        CLI(
            environment: .process,
            console: .process,
            now: SystemTime.now,
            directory: {
                guard let path = getcwd(nil, 0) else { return nil }
                defer { free(path) }
                return String(cString: path)
            },
            openService: { try Application(configuration: $0) },
            become: { $0.become() }
        )
    }
}
