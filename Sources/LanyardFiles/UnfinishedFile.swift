internal import Glibc

/// A file under a name of its own, until it is whole and takes the place of the one that it is meant for.
///
/// Its writer holds the kernel's lock on it, which ends with the writer, however that ends and whichever container it ran in: a file
/// that can be locked was left by a killed process.
struct UnfinishedFile: ~Copyable {
    let descriptor: Int32
    private let temporary: String
    private let path: String

    /// Begins the file that will be `name` in the folder.
    init(of name: String, in folder: String) throws {
        path = "\(folder)/\(name)"
        // Process and thread keep two writers apart; what a killed process of the same numbers left is overwritten.
        temporary = "\(folder)/.\(name).\(getpid())-\(pthread_self()).new"
        for _ in 0..<100 {
            let file = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw FileFailure.last("write", path) }
            // A file system without such locks lets nobody sweep either.
            while flock(file, LOCK_EX) != 0 && errno == EINTR {}
            // Before the lock came, somebody swept it away, or a writer of the same numbers in another container finished it: then it
            // is the whole file by now, which must not be touched.
            guard Self.status(of: file, as: temporary) != nil else {
                close(file)
                continue
            }
            guard ftruncate(file, 0) == 0 else {
                defer { close(file) }
                throw FileFailure.last("write", path)
            }
            descriptor = file
            return
        }
        errno = EBUSY
        throw FileFailure.last("write", path)
    }

    deinit { close(descriptor) }

    /// Puts the file in its place; the lock is held until it is there.
    consuming func finish() throws {
        // Without it a power cut may leave the new name with an empty file.
        guard fsync(descriptor) == 0 else { throw discarded(FileFailure.last("write", path)) }
        guard rename(temporary, path) == 0 else { throw discarded(FileFailure.last("replace", path)) }
    }

    /// Removes the file after a failure, which is given back.
    borrowing func discarded<Failure: Error>(_ failure: Failure) -> Failure {
        unlink(temporary)
        return failure
    }

    /// Removes the files of killed writers; what cannot be removed is the next one's.
    static func sweep(_ folder: String) {
        for name in LeftOverFiles.names(in: folder) {
            _ = withAbandoned(name, in: folder) { _ in unlink("\(folder)/\(name)") }
        }
    }

    /// The writer and the time of the last change, in seconds since 1970, of a file that nobody is writing any more.
    static func abandoned(_ name: String, in folder: String) -> (writer: pid_t, changed: Int64)? {
        withAbandoned(name, in: folder) { $0 }
    }

    private static func withAbandoned<Result>(
        _ name: String,
        in folder: String,
        _ use: ((writer: pid_t, changed: Int64)) -> Result
    ) -> Result? {
        guard let writer = writer(of: name) else { return nil }
        let file = open("\(folder)/\(name)", O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return nil }
        guard let locked = status(of: file, as: "\(folder)/\(name)"), locked.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return use((writer, Int64(locked.st_mtim.tv_sec)))
    }

    /// What is known of an open file; nothing where the name is gone or another's by now.
    private static func status(of file: Int32, as name: String) -> stat? {
        var opened = stat()
        var named = stat()
        guard fstat(file, &opened) == 0, lstat(name, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return nil }
        return opened
    }

    /// The process of `.NAME.PROCESS-THREAD.new`.
    private static func writer(of name: String) -> pid_t? {
        guard name.hasPrefix("."), name.hasSuffix(".new"), let mark = name.dropLast(4).split(separator: ".").last else {
            return nil
        }
        let numbers = mark.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let process = pid_t(numbers[0]), process > 0, UInt(numbers[1]) != nil else {
            return nil
        }
        return process
    }
}
