import Glibc

/// A folder of one test, removed with all that is in it.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/lanyard-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SupportError("no temporary folder") }
        path = String(cString: made)
    }

    /// Makes a private folder in it and gives its path.
    package func make(_ name: String) -> String {
        let path = "\(self.path)/\(name)"
        mkdir(path, 0o700)
        return path
    }

    package func write(_ name: String, _ text: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    package func read(_ name: String) -> String? {
        let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }

    /// The names of what is in it, with the folders below.
    package var contents: [String] { Self.list(path).sorted() }

    deinit {
        Self.list(path).sorted { $0.utf8.count > $1.utf8.count }.forEach { Glibc.remove("\(path)/\($0)") }; rmdir(path)
    }

    private static func list(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            names.append(name)
            if entry.pointee.d_type == UInt8(DT_DIR) { names += list("\(path)/\(name)").map { "\(name)/\($0)" } }
        }
        return names
    }
}
