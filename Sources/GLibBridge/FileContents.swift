internal import CGio
internal import CLanyardShims
import Glibc

/// Whole files, read and replaced.
package enum FileContents {
    /// The file's bytes; nothing where there is no such file.
    package static func read(_ path: String) throws -> [UInt8]? {
        var contents: UnsafeMutablePointer<CChar>?
        var length: gsize = 0
        do {
            try glibTry { _ = g_file_get_contents(path, &contents, &length, &$0) }
        } catch let error as GLibError where error.domain == "g-file-error-quark" && error.code == 4 {
            return nil  // G_FILE_ERROR_NOENT
        }
        guard let contents else { return [] }
        defer { g_free(contents) }
        return contents.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(length)))
        }
    }

    /// Replaces the file so that a reader sees the old or the new one, never a part; only the owner can read it.
    ///
    /// Missing folders are made for the owner alone. Where the path is a symbolic link, what it points to is replaced.
    package static func replace(_ path: String, with bytes: [UInt8]) throws {
        let folder = g_path_get_dirname(path)
        defer { g_free(folder) }
        g_mkdir_with_parents(folder, 0o700)
        let target = realTarget(of: path)
        try glibTry { error in
            bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    _ = g_file_set_contents_full(
                        target,
                        $0.baseAddress,
                        gssize($0.count),
                        GFileSetContentsFlags(
                            rawValue: G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue
                        ),
                        0o600,
                        &error
                    )
                }
            }
        }
    }

    /// Whether the file or folder is gone after a reboot, as on a file system in memory.
    package static func isInMemory(_ path: String) -> Bool { lanyard_is_in_memory(path) != 0 }

    private static func realTarget(of path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
