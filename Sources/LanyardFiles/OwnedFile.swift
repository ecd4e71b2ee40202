internal import Glibc
package import LanyardCore

/// A file with a secret, which nobody else may read or have put there.
package struct OwnedFile: Sendable {
    /// Whose file it has to be.
    package enum Trust: Sendable {
        /// Ours, and closed to everybody else.
        case ownerOnly
        /// Ours or root's; systemd lets a service read root's file through an access list, which shows as a group's right to read.
        case systemd
    }

    package let path: String
    private let trust: Trust

    package init(path: String, trust: Trust) {
        self.path = path
        self.trust = trust
    }

    /// Whether something of that name is there.
    package var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The file's bytes, or nothing where there is no such file.
    package func read(limit: Int) throws -> Secret? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileFailure.last("read", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFailure.last("read", path) }
        try check(status)
        guard status.st_size <= limit else { throw FileFailure.refused("is too long", path) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(status.st_size) + 1, alignment: 1)
        defer {
            if let start = memory.baseAddress { explicit_bzero(start, memory.count) }
            memory.deallocate()
        }
        var count = 0
        while count < memory.count {
            let step = Glibc.read(file, memory.baseAddress?.advanced(by: count), memory.count - count)
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw FileFailure.last("read", path) }
            if step == 0 { break }
            count += step
        }
        return Secret(copying: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Writes the file in place of an earlier one, readable for us alone; missing folders are made.
    package func replace(_ bytes: Secret) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty, path.hasPrefix("/") else {
            throw FileFailure.refused("is not the path of a file", path)
        }
        let folder = StrictFolder(path: parts.dropLast().joined(separator: "/"), mayBeShared: true)
        var copy = bytes.revealBytes()
        defer { copy.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } } }
        try folder.write(String(name), copy)
    }

    private func check(_ status: stat) throws {
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.refused("is not a file", path) }
        switch trust {
        case .ownerOnly:
            guard status.st_uid == geteuid() else { throw FileFailure.refused("belongs to another user", path) }
            guard status.st_mode & 0o077 == 0 else {
                throw FileFailure.open("may be read by others", status.st_mode, path, "chmod 600 \(path)")
            }
        case .systemd:
            guard status.st_uid == geteuid() || status.st_uid == 0 else {
                throw FileFailure.refused("belongs to another user", path)
            }
            guard status.st_mode & 0o037 == 0 else {
                throw FileFailure.open("may be read by others", status.st_mode, path, "chmod 400 \(path)")
            }
        }
    }
}
