/// A registered app.
struct Client: Sendable, Equatable {
    var id: String
    var displayName: String
    var isConfidential: Bool
    var secret: String?
    /// The only tenant that knows the app; nothing for one that every tenant knows.
    var tenant: String?
    /// The family whose members may use each other's refresh tokens.
    var family: String?
    var redirectURIs: [String]
    /// Redirect URIs of single-page apps: PKCE and an Origin field are musts there.
    var singlePageRedirectURIs: [String]
    var postLogoutRedirectURIs: [String]
    /// Whether personal accounts may use it.
    var allowsPersonalAccounts: Bool
}
