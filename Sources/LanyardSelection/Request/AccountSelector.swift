/// A name by which somebody asked for an account, and who asked.
public struct AccountSelector: Sendable, Hashable {
    /// Who asked, strongest first.
    public enum Source: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// `--account`.
        case flag
        /// `LANYARD_ACCOUNT`.
        case environment
        /// A named profile that the user asked for.
        case profile
        /// The user of a git remote or of another URL.
        case remoteUser
        /// A hint that the calling program gave.
        case loginHint

        /// By strength.
        public static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }

        /// Whether the person at the keyboard asked, and not a file or a program.
        public var isExplicit: Bool { self <= .profile }

        /// What a person calls it.
        public var name: String {
            switch self {
            case .flag: "--account"
            case .environment: "LANYARD_ACCOUNT"
            case .profile: "profile"
            case .remoteUser: "URL user"
            case .loginHint: "login hint"
            }
        }
    }

    /// The name as it was given.
    public var name: String
    /// Who asked.
    public var source: Source

    /// Makes a selector.
    public init(_ name: String, from source: Source) {
        self.name = name
        self.source = source
    }
}
