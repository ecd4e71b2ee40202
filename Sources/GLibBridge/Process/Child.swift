import CGio
import Glibc

/// Starts other programs.
///
/// A child started from one of Swift's worker threads would inherit their blocked signals and could not be ended; every child
/// gets an empty mask and the default actions instead.
package enum Child {
    /// Where one of a child's streams goes.
    package enum Stream: Sendable {
        /// The same as ours.
        case inherit
        /// Nowhere.
        case null
        /// The given open descriptor.
        case descriptor(Int32)
    }

    /// What to start.
    package struct Command: Sendable {
        /// The program, looked up in `PATH` unless it has a slash, and its arguments.
        package var arguments: [String]
        /// The environment as `NAME=value`; ours where nothing is given.
        package var environment: [String]?
        package var input: Stream = .null
        package var output: Stream = .inherit
        package var error: Stream = .inherit
        /// Whether the child leaves our terminal, so that a Ctrl-C here does not reach it.
        package var isOwnSession = false

        package init(_ arguments: [String]) { self.arguments = arguments }
    }

    /// The child could not be started.
    package struct Failure: Error {
        /// The number that `posix_spawn` gave.
        package let number: Int32
        /// Its text.
        package var message: String { String(cString: strerror(number)) }
    }

    /// Starts the program and gives its process id; the caller has to wait for it with ``exit(of:limit:)`` or `waitpid`.
    package static func spawn(_ command: Command) throws(Failure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, stream, flags) in [
            (Int32(0), command.input, O_RDONLY), (1, command.output, O_WRONLY), (2, command.error, O_WRONLY),
        ] {
            switch stream {
            case .inherit: continue
            case .null: posix_spawn_file_actions_addopen(&actions, target, "/dev/null", flags, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, target)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        // POSIX_SPAWN_SETSID, which the importer does not show.
        if command.isOwnSession { flags |= 0x80 }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = CStrings(command.arguments)
        let environment = command.environment.map(CStrings.init)
        var process: Int32 = 0
        guard let program = command.arguments.first else { throw Failure(number: ENOENT) }
        let inherited = environ
        let result = posix_spawnp(
            &process,
            program,
            &actions,
            &attributes,
            arguments.pointers,
            environment?.pointers ?? inherited
        )
        guard result == 0 else { throw Failure(number: result) }
        return process
    }

    /// Waits for the child's end and gives its wait status, or nothing where it still runs when the time is up.
    @GLibActor
    package static func exit(of process: Int32, limit: Duration) async -> Int32? {
        let (stream, continuation) = AsyncStream<Int32?>.makeStream()
        let box = WatchBox { continuation.yield($0) }
        let source = g_child_watch_source_new(process)
        let callback: @convention(c) (GPid, gint, gpointer?) -> Void = { _, status, data in
            guard let data else { return }
            Unmanaged<WatchBox>.fromOpaque(data).takeUnretainedValue().ended(status)
        }
        g_source_set_callback(
            source,
            unsafeBitCast(callback, to: GSourceFunc.self),
            Unmanaged.passRetained(box).toOpaque(),
            { data in if let data { Unmanaged<WatchBox>.fromOpaque(data).release() } }
        )
        g_source_attach(source, GLibActor.executor.context)
        let timer = Timer(after: limit) { continuation.yield(nil) }
        defer {
            timer.cancel()
            g_source_destroy(source)
            g_source_unref(source)
        }
        for await status in stream { return status }
        return nil
    }

    /// Splits a command line as a shell does, without running one; nothing where its quotes do not match.
    package static func words(of line: String) -> [String]? {
        var count: gint = 0
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard g_shell_parse_argv(line, &count, &words, nil) != 0, let words else { return nil }
        defer { g_strfreev(words) }
        return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    }
}

private final class WatchBox: Sendable {
    let ended: @Sendable (Int32) -> Void
    init(_ ended: @escaping @Sendable (Int32) -> Void) { self.ended = ended }
}

/// A NULL-terminated list of C strings.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
        pointers[count] = nil
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
