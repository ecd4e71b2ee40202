internal import Glibc
package import LanyardCore

/// Finds what a killed process left in our folders, and lock files that nobody can lock.
///
/// A lock file that is merely there is none of it: the kernel keeps the lock, the file is only its name and is never removed.
package struct LeftOverFiles: Sendable {
    private let state: String
    private let runtime: String
    private let now: Int64

    package init(state: String, runtime: String, now: Int64) {
        self.state = state
        self.runtime = runtime
        self.now = now
    }

    /// What was found; a folder that is not there holds nothing.
    package func find() -> [CacheFinding] {
        Self.names(in: state).compactMap(leftOver) + Self.names(in: runtime).compactMap(unusableLock)
    }

    /// Removes those of the findings that are such files.
    package func remove(_ findings: [CacheFinding]) throws -> [CacheFinding] {
        let current = find().filter { findings.contains($0) && $0.remedy == .remove }
        for finding in current where unlink("\(state)/\(finding.subject)") != 0 && errno != ENOENT {
            throw FileFailure.last("remove", "\(state)/\(finding.subject)")
        }
        return current
    }

    private func leftOver(_ name: String) -> CacheFinding? {
        // The next write takes it away; what is told is what no write took.
        guard let file = UnfinishedFile.abandoned(name, in: state), file.changed < now - 60 else { return nil }
        return CacheFinding(
            .leftOver,
            subject: name,
            label: "",
            detail: "was being written by process \(file.writer), which is gone",
            remedy: .remove
        )
    }

    private func unusableLock(_ name: String) -> CacheFinding? {
        guard name.hasSuffix(".lock") else { return nil }
        var status = stat()
        guard lstat("\(runtime)/\(name)", &status) == 0 else { return nil }
        let detail: String
        if status.st_mode & S_IFMT != S_IFREG {
            detail = "is a link or folder where a lock file is expected"
        } else if status.st_uid != geteuid() {
            detail = "belongs to another user"
        } else if status.st_mode & 0o600 != 0o600 {
            detail = "may not be opened"
        } else {
            return nil
        }
        return CacheFinding(.lockUnusable, subject: name, label: "", detail: detail, remedy: .none)
    }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }
}
