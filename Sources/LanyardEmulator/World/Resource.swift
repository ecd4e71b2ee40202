/// An API that tokens are for.
struct Resource: Sendable, Equatable {
    static let graphAppID = "00000003-0000-0000-c000-000000000000"

    /// What scopes are allowed without asking anybody.
    enum Consent: String, Sendable, CaseIterable {
        case granted
        case user
        case admin
    }

    var displayName: String
    var appID: String
    /// Identifier URIs in canonical form.
    var identifiers: [String]
    var permissions: [String]
    /// 1 or 2: the shape of its access tokens.
    var tokenVersion: Int
    /// Whether it takes part in continuous access evaluation.
    var isContinuous: Bool
    var consent: Consent

    var isGraph: Bool { appID == Self.graphAppID }

    /// An identifier in small letters without slashes at the end, for comparing.
    static func canonical(_ identifier: String) -> String {
        var text = identifier.lowercased()
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// The permission as registered.
    func permission(_ name: String) -> String? {
        let name = name.lowercased()
        return permissions.first { $0.lowercased() == name }
    }
}
