import LanyardCore

/// What an input must be before anything is written or sent.
///
/// No message repeats the input: it may be a secret.
enum InputRule {
    /// Eight, four, four, four and twelve hexadecimal digits.
    static func isGUID(_ text: some StringProtocol) -> Bool {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(isHexDigit)
    }

    /// Two labels at least, of letters, digits and inner dashes.
    static func isDomain(_ text: some StringProtocol) -> Bool {
        let labels = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let dash = UInt8(ascii: "-")
        return labels.count >= 2 && text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != dash && label.last != dash
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == dash }
            }
            && !labels.joined().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A tenant is a GUID or a domain name.
    static func tenant(_ text: String) throws(LanyardError) {
        guard isGUID(text) || isDomain(text) else {
            throw LanyardError(.invalidAuthority, "a tenant is a GUID or a domain name such as contoso.com")
        }
    }

    /// Where somebody signs in, the three words for any tenant are allowed too.
    static func tenantOrAudience(_ text: String) throws(LanyardError) {
        guard !["common", "organizations", "consumers"].contains(text) else { return }
        try tenant(text)
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
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let isHost = parts.first.map { $0 == "localhost" || isDomain($0) || isAddress($0) } ?? false
        let isPort = parts.count < 2 || UInt16(parts[1]).map { $0 > 0 } ?? false
        guard isHost, isPort, parts.count <= 2 else {
            throw LanyardError(
                .invalidAuthority,
                "an authority host is a name with an optional port, or https://NAME:PORT"
            )
        }
    }

    private static func isAddress(_ text: some StringProtocol) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// A client id is a GUID; other servers give other words without blanks.
    static func clientID(_ text: String) throws(LanyardError) {
        guard text.utf8.count <= 128, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }) else {
            throw LanyardError(.invalidArgument, "a client id is a GUID")
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

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
