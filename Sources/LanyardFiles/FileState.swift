internal import Glibc
internal import LanyardCore

/// Small files in one private folder, replaced as a whole.
package struct FileState: StateFiles {
    private let folder: PrivateFolder
    private let isShared: Bool

    package init(directory: String) { self.init(directory: directory, isShared: false) }

    /// Names the folder; a shared one, which is not ours alone, is made where it is missing and otherwise left as it is.
    init(directory: String, isShared: Bool) {
        folder = PrivateFolder(path: directory)
        self.isShared = isShared
    }

    package func read(_ name: String) throws -> [UInt8]? {
        let path = try path(of: name)
        // Not blocking, since a pipe put there instead of the file would wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure.last("read", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFailure.last("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.refused("is not a file", path) }
        return try Self.contents(of: file, size: Int(status.st_size), path)
    }

    /// What is in an open file, up to the size that it had; each byte touched once, since some are read for every command.
    static func contents(of file: Int32, size: Int, _ path: String) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let step = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
                if step < 0 && errno == EINTR { continue }
                guard step >= 0 else { throw FileFailure.last("read", path) }
                if step == 0 { break }
                count += step
            }
        }
    }

    package func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = try path(of: name)
        try folder.prepare(isShared: isShared)
        try refuseStranger(path)
        let file = try UnfinishedFile(of: name, in: folder.path)
        do { try fill(file.descriptor, bytes, path) } catch { throw file.discarded(error) }
        try file.finish()
        UnfinishedFile.sweep(folder.path)
    }

    package func mark(_ name: String, _ bytes: [UInt8]) throws {
        let path = try path(of: name)
        try folder.prepare()
        var file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 && errno == EEXIST {
            file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { throw FileFailure.last("write", path) }
            close(file)
            return
        }
        guard file >= 0 else { throw FileFailure.last("write", path) }
        defer { close(file) }
        try fill(file, bytes, path)
    }

    package func remove(_ name: String) throws {
        let path = try path(of: name)
        if unlink(path) != 0 && errno != ENOENT { throw FileFailure.last("remove", path) }
    }

    private func path(of name: String) throws -> String {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
            throw LanyardError(.internalFault, "not a name of a state file")
        }
        return "\(folder.path)/\(name)"
    }

    /// A rename would replace a link quietly, and with it whatever its owner meant by it.
    private func refuseStranger(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw FileFailure.last("write", path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure.refused("is not a file but a link or folder", path)
        }
    }

    private func fill(_ file: Int32, _ bytes: [UInt8], _ path: String) throws {
        var written = 0
        while written < bytes.count {
            let step = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw FileFailure.last("write", path) }
            written += step
        }
    }
}
