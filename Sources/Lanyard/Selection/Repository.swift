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
        let folder = configurationFolder(root(of: directory))
        var status = stat()
        guard stat(folder + "/config", &status) == 0, status.st_size <= 1 << 18,
            let bytes = try? FileState(directory: folder).read("config")
        else { return nil }
        return GitRemotes.target(of: GitRemotes.urls(in: String(decoding: bytes, as: UTF8.self)))
    }

    /// Where the configuration lies: of a worktree or submodule `.git` is a file that names the folder, and a worktree's names the
    /// one that all worktrees share.
    private static func configurationFolder(_ root: String) -> String {
        let link = (root == "/" ? "" : root) + "/.git"
        guard let named = word(after: "gitdir:", in: link) else { return link }
        let folder = resolved(named, from: root)
        return word(after: "", in: folder + "/commondir").map { resolved($0, from: folder) } ?? folder
    }

    private static func resolved(_ path: String, from folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    /// The first line of a small file behind these letters; nothing where there is no such file or line.
    private static func word(after prefix: String, in path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, Glibc.read(file, &bytes, bytes.count))
        let line = String(decoding: bytes[..<count].prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
        guard line.hasPrefix(prefix) else { return nil }
        let word = line.dropFirst(prefix.count).drop { $0 == " " }
        return word.isEmpty ? nil : String(word)
    }
}
