internal import GLibBridge
internal import Glibc
internal import LanyardCore

/// A folder of files that nobody else may have put there, each on the disk when a write returns.
package struct StrictFolder: Sendable {
    package let path: String
    private let files: FileState
    private let mayBeShared: Bool

    /// Names the folder; one that may be shared is not closed to others.
    package init(path: String, mayBeShared: Bool = false) {
        self.path = path
        self.mayBeShared = mayBeShared
        files = FileState(directory: path, isShared: mayBeShared)
    }

    /// Whether the folder is there; throws where it is not ours alone to change.
    package func check() throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw FileFailure.last("look at the folder", path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw FileFailure.refused("is a link or file where a folder is expected", path)
        }
        guard status.st_uid == geteuid() else { throw FileFailure.refused("belongs to another user", path) }
        guard status.st_mode & 0o022 == 0 else {
            throw FileFailure.open("may be changed by others", status.st_mode, path, "chmod 700 \(path)")
        }
        return true
    }

    /// The permissions of the folder; nothing where it is not there.
    package var mode: UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Whether a write would be let; a folder that is to be made counts as the one above it.
    package func checkWritable() throws {
        var place = path
        while access(place, F_OK) != 0, let end = place.lastIndex(of: "/"), end != place.startIndex {
            place = String(place[..<end])
        }
        guard access(place, W_OK | X_OK) == 0 else { throw FileFailure.last("write to", place) }
    }

    /// Whether the folder is gone after a reboot, as in memory.
    package var isInMemory: Bool {
        var place = path
        while access(place, F_OK) != 0, let end = place.lastIndex(of: "/"), end != place.startIndex {
            place = String(place[..<end])
        }
        return FileContents.isInMemory(place)
    }

    /// The names of all files, hidden ones left out; none where the folder is not there.
    package func names() throws -> [String] {
        guard try check() else { return [] }
        guard let stream = opendir(path) else { throw FileFailure.last("list", path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The file's bytes, or nothing where there is no such file; throws where it is not ours alone.
    package func read(_ name: String, limit: Int) throws -> [UInt8]? {
        let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileFailure.last("read", "\(path)/\(name)")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFailure.last("read", "\(path)/\(name)") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.refused("is not a file", "\(path)/\(name)") }
        guard status.st_uid == geteuid() else {
            throw FileFailure.refused("belongs to another user", "\(path)/\(name)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw FileFailure.open(
                "is open to others",
                status.st_mode,
                "\(path)/\(name)",
                "chmod 600 \(path)/\(name)"
            )
        }
        guard status.st_size <= limit else { throw FileFailure.refused("is too long", "\(path)/\(name)") }
        return try FileState.contents(of: file, size: Int(status.st_size), "\(path)/\(name)")
    }

    /// Replaces the file as a whole and sees it on the disk.
    package func write(_ name: String, _ bytes: [UInt8]) throws {
        if !mayBeShared { _ = try check() }
        try files.write(name, bytes)
        try synchronize()
    }

    /// Removes the file; false where there is none.
    @discardableResult
    package func remove(_ name: String) throws -> Bool {
        guard unlink("\(path)/\(name)") == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw FileFailure.last("remove", "\(path)/\(name)")
        }
        try synchronize()
        return true
    }

    /// Gives the file another name; false where there is none.
    @discardableResult
    package func rename(_ name: String, to newName: String) throws -> Bool {
        guard Glibc.rename("\(path)/\(name)", "\(path)/\(newName)") == 0 else {
            if errno == ENOENT { return false }
            throw FileFailure.last("rename", "\(path)/\(name)")
        }
        try synchronize()
        return true
    }

    /// A name is on the disk only when its folder is.
    private func synchronize() throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileFailure.last("open", path) }
        defer { close(folder) }
        // Some file systems have no such call for folders.
        guard fsync(folder) == 0 || errno == EINVAL else { throw FileFailure.last("write", path) }
    }
}
