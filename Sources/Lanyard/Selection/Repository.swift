internal import Glibc
internal import LanyardFiles
internal import LanyardSelection

/// The tree of folders that belong together, as version control has it.
struct Repository {
    /// The nearest folder from here upwards that has a `.git`, else the folder itself.
    static func root(of directory: String) -> String {
        guard let real = realpath(directory, nil) else { return directory }
        defer { free(real) }
        let start = String(cString: real)
        var folder = start
        while true {
            if access((folder == "/" ? "" : folder) + "/.git", F_OK) == 0 { return folder }
            guard folder != "/", let slash = folder.lastIndex(of: "/") else { return start }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    /// The service that the remotes of the directory's repository are at, where they tell.
    ///
    /// Nothing but addresses is read from its configuration; one that is large or that cannot be read says nothing.
    static func remoteTarget(of directory: String) -> Target? {
        let folder = root(of: directory) + "/.git"
        var status = stat()
        guard stat(folder + "/config", &status) == 0, status.st_size <= 1 << 18,
            let bytes = try? FileState(directory: folder).read("config")
        else { return nil }
        return GitRemotes.target(of: GitRemotes.urls(in: String(decoding: bytes, as: UTF8.self)))
    }
}
