internal import Glibc
internal import LanyardCore

/// The errors of files and folders.
///
/// They name folder and file without what is above: a home folder's name is not for logs.
enum FileFailure {
    /// The error of the system call that just failed.
    static func last(_ verb: String, _ path: String) -> LanyardError {
        let number = errno
        let hint: String? =
            switch number {
            case ENOSPC, EDQUOT: "Free some space, then try again."
            case EACCES, EPERM, EROFS: "Check owner and permissions of the folder."
            case ELOOP: "Remove the symbolic link; a real file is expected there."
            default: nil
            }
        let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return LanyardError(.fileFailed, "cannot \(verb) \(shortName(path)): \(reason)", hint: hint)
            .with { $0.field = shortName(path) }
    }

    static func refused(_ reason: String, _ path: String) -> LanyardError {
        LanyardError(
            .fileFailed,
            "\(shortName(path)) \(reason)",
            hint: "Move it away; Lanyard makes what it needs."
        ).with { $0.field = shortName(path) }
    }

    /// Permissions that let in too many.
    static func open(_ reason: String, _ mode: mode_t, _ path: String, _ hint: String) -> LanyardError {
        LanyardError(.fileFailed, "\(shortName(path)) \(reason) (mode \(String(mode & 0o7777, radix: 8)))", hint: hint)
            .with { $0.field = shortName(path) }
    }

    private static func shortName(_ path: String) -> String {
        path.split(separator: "/").suffix(2).joined(separator: "/")
    }
}
