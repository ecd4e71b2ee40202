import LanyardCore

/// What a list of scopes must be before it is sent.
enum ScopeRule {
    /// Refuses an empty scope, blanks, control characters, and scopes of two resources.
    static func check(_ scopes: [String]) throws(LanyardError) {
        var known: String?
        for scope in scopes {
            try checkOne(scope)
            guard let resource = resource(of: scope) else { continue }
            guard known == nil || known == resource else {
                throw error(
                    "the scopes belong to two resources",
                    hint: "a token is for one resource: ask once for each"
                )
            }
            known = resource
        }
    }

    private static func checkOne(_ scope: String) throws(LanyardError) {
        guard !scope.isEmpty else { throw error("a scope is empty") }
        for scalar in scope.unicodeScalars {
            if scalar.properties.isWhitespace {
                throw error("a scope has a blank in it", hint: "repeat --scope for each scope")
            }
            // RFC 6749 §3.3 allows visible ASCII without quote and backslash.
            guard (0x21...0x7e).contains(scalar.value), scalar != "\"", scalar != "\\" else {
                throw error("a scope has a character that scopes cannot have")
            }
        }
    }

    /// The resource that a scope belongs to, for comparison; nothing for the scopes of sign-in itself.
    static func resource(of scope: String) -> String? {
        let lowered = scope.lowercased()
        guard !["openid", "profile", "email", "offline_access"].contains(lowered) else { return nil }
        guard let slash = lowered.lastIndex(of: "/") else { return "https://graph.microsoft.com" }
        // A double slash is a resource that ends in one: for the question whether two are the same it makes no difference.
        var resource = lowered[..<slash]
        while resource.hasSuffix("/") { resource = resource.dropLast() }
        return String(resource)
    }

    private static func error(_ message: String, hint: String? = nil) -> LanyardError {
        LanyardError(.invalidScope, message, hint: hint).with { $0.field = "scope" }
    }
}
