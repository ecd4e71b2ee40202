internal import Glibc
internal import LanyardCore

/// A folder that only its owner may enter.
struct PrivateFolder: Sendable {
    let path: String

    /// Makes what is missing, and refuses a folder that somebody else could change.
    ///
    /// A folder of ours that others may read is closed to them instead: an earlier umask is no reason to fail.
    func prepare(isShared: Bool = false) throws {
        try makeParents()
        if mkdir(path, 0o700) != 0 && errno != EEXIST { throw FileFailure.last("make the folder", path) }
        if isShared { return }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileFailure.last("look at the folder", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure.refused("is not a folder", path) }
        guard status.st_uid == geteuid() else { throw FileFailure.refused("belongs to another user", path) }
        if status.st_mode & 0o077 != 0 && chmod(path, 0o700) != 0 { throw FileFailure.last("close the folder", path) }
    }

    private func makeParents() throws {
        var status = stat()
        if stat(path, &status) == 0 { return }
        var parent = ""
        for part in path.split(separator: "/").dropLast() {
            parent += "/" + part
            if mkdir(parent, 0o700) != 0 && errno != EEXIST && errno != EISDIR {
                throw FileFailure.last("make the folder", parent)
            }
        }
    }
}
