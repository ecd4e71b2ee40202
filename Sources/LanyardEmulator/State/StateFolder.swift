import Glibc
import LanyardCore
import LanyardFiles

/// The folder of one emulator: certificates, state, log and how to reach a running one.
struct StateFolder: Sendable {
    let path: String

    init(path: String) { self.path = path }

    /// The folder that is meant: the option's, the environment's, or the usual one.
    init(option: String?, environment: [String: String]) {
        if let named = option ?? environment["LANYARD_EMULATOR_STATE"], !named.isEmpty {
            path = Self.absolute(named)
            return
        }
        let home = environment["HOME"] ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        path = state + "/lanyard-emulator"
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    var files: FileState { FileState(directory: path) }
    var log: FileRequestLog { FileRequestLog(directory: path) }

    /// Keeps a second emulator out; the kernel drops the lock whatever this process's end is.
    func lock() throws -> StateLock {
        let name = path + "/serve.lock"
        let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw LanyardError(.fileFailed, "cannot make \(name)") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw LanyardError(
                .refused,
                "another emulator is running with the state folder \(path)",
                hint: "Stop it, or give this one a folder of its own with --state DIR."
            )
        }
        return StateLock(file: file)
    }
}

/// The right to use a state folder, for as long as it lives.
final class StateLock: Sendable {
    private let file: Int32
    fileprivate init(file: Int32) { self.file = file }
    deinit { close(file) }
}
