/// What a person did to sign in, as it travels in codes, refresh tokens and cookies.
struct SignIn: Codable, Sendable, Equatable {
    /// The sign-in name.
    var user: String
    /// Seconds since 1970.
    var time: Int64
    /// Methods: `pwd`, `mfa`.
    var methods: [String] = ["pwd"]
    /// Whether a managed device was shown.
    var device = false
    /// Authentication contexts that were satisfied, as in `c1`.
    var contexts: [String] = []
    /// How often the person's sessions had been revoked by then.
    var epoch = 0
    var session: String

    var hasMFA: Bool { methods.contains("mfa") }
}

/// The content of an authorization code.
struct CodeGrant: Codable, Sendable {
    static let purpose = "code"
    var id: String
    var signIn: SignIn
    var client: String
    var redirectURI: String
    var scope: String
    var nonce: String?
    var challenge: String?
    var challengeMethod: String?
    /// The directory that the person signed in to.
    var tenant: String
    var issued: Int64
    var claims: String?
    var isSinglePage: Bool
    var policy: String?
    var declined: [String] = []
}

/// The content of a refresh token.
struct RefreshGrant: Codable, Sendable {
    static let purpose = "refresh"
    var id: String
    /// The id of the first one of the sign-in; they are revoked together in strict mode.
    var chain: String
    var signIn: SignIn
    var client: String
    var family: String?
    var issued: Int64
    /// A single-page app's keeps its first end.
    var fixedExpiry: Int64?
    var kind: String
    var policy: String?
    /// The scope of the sign-in, for a refresh that names none.
    var scope: String
}

/// The content of the browser's cookie: everyone signed in there.
struct BrowserSession: Codable, Sendable {
    static let purpose = "session"
    static let cookie = "ESTSAUTHPERSISTENT"
    var signIns: [SignIn] = []
}

/// A device code that was asked for.
struct DeviceGrant: Codable, Sendable {
    enum State: String, Codable, Sendable {
        case pending
        case approved
        case declined
        case used
    }

    var userCode: String
    var client: String
    var scope: String
    var segment: String
    var kind: String
    var issued: Int64
    var expires: Int64
    var state: State = .pending
    var lastPoll: Int64?
    var claims: String?
    /// Who approved, and for which directory.
    var signIn: SignIn?
    var tenant: String?
}
