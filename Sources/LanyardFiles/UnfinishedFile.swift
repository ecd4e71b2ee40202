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
        while true {
            let file = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw FileFailure.last("write", path) }
            // A file system without such locks lets nobody sweep either.
            while flock(file, LOCK_EX) != 0 && errno == EINTR {}
            var status = stat()
            guard fstat(file, &status) == 0, ftruncate(file, 0) == 0 else {
                defer { close(file) }
                throw FileFailure.last("write", path)
            }
            // Somebody who swept was faster than the lock.
            guard status.st_nlink > 0 else {
                close(file)
                continue
            }
            descriptor = file
            return
        }
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
        // Finished between its opening and its locking, the name may already be another's.
        var locked = stat()
        var named = stat()
        guard fstat(file, &locked) == 0, lstat("\(folder)/\(name)", &named) == 0, locked.st_ino == named.st_ino,
            locked.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return use((writer, Int64(locked.st_mtim.tv_sec)))
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
