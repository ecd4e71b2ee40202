/// What the commands know of the world around them.
struct CLI: Sendable {
    var environment: Environment
    var console: Console
    /// Seconds since 1970.
    var now: @Sendable () -> Int64

    init(environment: Environment, console: Console, now: @escaping @Sendable () -> Int64) {
        self.environment = environment
        self.console = console
        self.now = now
    }

    /// The process's own surroundings.
    static var process: CLI {
        CLI(environment: .process, console: .process, now: SystemTime.now)
    }
}
