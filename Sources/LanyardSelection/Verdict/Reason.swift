/// Why an account was chosen, or why none was; the stable code.
public struct Reason: RawRepresentable, Sendable, Hashable, Codable {
    /// The code as it is printed.
    public let rawValue: String
    /// Makes a reason of its code.
    public init(rawValue: String) { self.rawValue = rawValue }
}

// Why an account was chosen.
extension Reason {
    /// By `--account`.
    public static let flag = Self(rawValue: "flag")
    /// By `LANYARD_ACCOUNT`.
    public static let environment = Self(rawValue: "env")
    /// By a named profile.
    public static let profile = Self(rawValue: "profile")
    /// By the user in the URL, or the calling program's hint.
    public static let remoteUser = Self(rawValue: "remote-user")
    /// By the nearest approved pin.
    public static let pin = Self(rawValue: "pin")
    /// It is the only account of the session.
    public static let session = Self(rawValue: "session")
    /// By the most specific binding.
    public static let binding = Self(rawValue: "binding")
    /// It is the only known member of the tenant.
    public static let onlyMember = Self(rawValue: "only-member")
    /// It is the only account that fits.
    public static let onlyAccount = Self(rawValue: "only-account")
    /// By score.
    public static let score = Self(rawValue: "score")
    /// It is the default account.
    public static let defaultAccount = Self(rawValue: "default")
    /// Somebody picked it from the list.
    public static let picker = Self(rawValue: "picker")
}

// Why none was chosen.
extension Reason {
    /// Several fit and nothing decides.
    public static let ambiguous = Self(rawValue: "ambiguous")
    /// The name given means several accounts.
    public static let ambiguousSelector = Self(rawValue: "ambiguous-selector")
    /// The account named is not signed in.
    public static let notSignedIn = Self(rawValue: "not-signed-in")
    /// Nobody is signed in.
    public static let noAccount = Self(rawValue: "no-account")
    /// Every account was dropped by a rule.
    public static let noCandidate = Self(rawValue: "no-candidate")
    /// Nobody is known to be a member of the tenant.
    public static let membershipUnverified = Self(rawValue: "membership-unverified")
    /// The account is of another cloud than the request.
    public static let wrongCloud = Self(rawValue: "wrong-cloud")
    /// The nearest pin is not approved, or has changed.
    public static let untrustedPin = Self(rawValue: "untrusted-pin")
    /// The pin and the request contradict each other.
    public static let pinConflict = Self(rawValue: "pin-conflict")
    /// The binding and the request contradict each other.
    public static let bindingConflict = Self(rawValue: "binding-conflict")
    /// The account is used only when it is named.
    public static let needsExplicit = Self(rawValue: "needs-explicit")
    /// The caller's directory is not known and pins exist.
    public static let contextUnknown = Self(rawValue: "context-unknown")
    /// The account or audience does not exist in this session.
    public static let outsideSession = Self(rawValue: "outside-session")
    /// The host is not in the table.
    public static let unknownHost = Self(rawValue: "unknown-host")
}

// Why one account was dropped, beside the reasons above.
extension Reason {
    /// The tenant has said that it is no member.
    public static let notAMember = Self(rawValue: "not-a-member")
    /// The tenant asked for excludes accounts of its kind.
    public static let wrongKind = Self(rawValue: "wrong-kind")
}
