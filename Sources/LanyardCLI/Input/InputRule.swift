import LanyardCore

/// What an input must be before anything is written or sent.
///
/// No message repeats the input: it may be a secret.
enum InputRule {
    /// A tenant is a GUID or a domain name.
    static func tenant(_ text: String) throws(LanyardError) {
        guard let name = try? TenantName(text), !name.isMultiTenant, name != .consumers || text.contains("-") else {
            throw tenantError
        }
    }

    private static var tenantError: LanyardError {
        LanyardError(.invalidAuthority, "a tenant is a GUID or a domain name such as contoso.com")
    }

    /// Where somebody signs in, the three words for any tenant are allowed too.
    static func tenantOrAudience(_ text: String) throws(LanyardError) {
        guard (try? TenantName(text)) != nil else { throw tenantError }
    }

    /// A host with an optional port, or the same as an https URL without path.
    static func authorityHost(_ text: String) throws(LanyardError) {
        var rest = text[...]
        if let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") {
            guard text[..<colon].lowercased() == "https" else {
                throw LanyardError(.invalidAuthority, "an authority must be an https address")
            }
            rest = text[colon...].dropFirst(3)
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let isHost =
            !rest.contains { "/?#@".contains($0) } && (try? Authority(host: String(rest), tenant: .common)) != nil
        guard isHost else {
            throw LanyardError(
                .invalidAuthority,
                "an authority host is a name with an optional port, or https://NAME:PORT"
            )
        }
    }

    /// A client id is a GUID; other servers give other words without blanks.
    static func clientID(_ text: String) throws(LanyardError) {
        guard text.utf8.count <= 128, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }) else {
            throw LanyardError(.invalidArgument, "a client id is a GUID")
        }
    }

    /// One of a few words.
    static func choice(_ name: String, _ words: [String]) -> @Sendable (String) throws(LanyardError) -> Void {
        { text throws(LanyardError) in
            guard words.contains(text) else {
                throw LanyardError(.invalidArgument, "\(name) is one of: \(words.joined(separator: ", "))")
            }
        }
    }

    /// Any text that a terminal can show in one line.
    static func plainText(_ text: String) throws(LanyardError) {
        guard isPlain(text) else { throw LanyardError(.invalidArgument, "control characters are not allowed") }
    }

    /// Whether a text has no control character.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
    }
}
