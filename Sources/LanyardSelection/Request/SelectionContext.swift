/// Where a request comes from.
public struct SelectionContext: Sendable, Hashable {
    /// How the caller's directory is known.
    public enum DirectorySource: String, Sendable, Hashable, Codable {
        /// The process's own working directory.
        case workingDirectory = "cwd"
        /// The session that it runs under.
        case session
        /// The working directory of a parent process.
        case parentProcess = "parent-process"
        /// It is not known, as in a helper that an SDK starts in `/bin`.
        case unknown
    }

    /// The caller's directory; nothing where it is not known.
    public var directory: String?
    /// How the directory is known.
    public var source: DirectorySource
    /// The root of the directory tree for history: of the repository, or the directory itself.
    public var root: String?
    /// The pins from the directory upwards, nearest first.
    public var pins: [FoundPin]

    /// Makes a context of a known directory.
    public init(
        directory: String? = nil,
        source: DirectorySource = .workingDirectory,
        root: String? = nil,
        pins: [FoundPin] = []
    ) {
        self.directory = directory
        self.source = source
        self.root = root
        self.pins = pins
    }

    /// The context of a caller whose directory nobody can tell.
    public static let unknown = SelectionContext(source: .unknown)
}
