import Glibc

/// Finds programs.
enum ProgramSearch {
    /// Where the shell would find a program of that name.
    static func find(_ name: String, in environment: Environment) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Whether a file can be read.
    static func canRead(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
