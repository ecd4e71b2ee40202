internal import Glibc

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
}
