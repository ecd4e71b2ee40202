/// The parts of a URL that choose a target, read strictly: what two readers could read differently is refused.
struct URLParts: Hashable {
    var scheme: String
    var user: String?
    var host: String
    var port: String?
    var path: String

    init?(_ url: String) {
        // A backslash, blank or control character is where readers of URLs disagree about the host.
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else { return nil }
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
        scheme = url[..<colon].lowercased()
        let rest = url[url.index(colon, offsetBy: 3)...]
        let ends: Set<Character> = ["/", "?", "#"]
        let authorityEnd = rest.firstIndex(where: ends.contains) ?? rest.endIndex
        var authority = rest[..<authorityEnd]
        if let at = authority.lastIndex(of: "@") {
            user = String(authority[..<at].prefix { $0 != ":" })
            authority = authority[authority.index(after: at)...]
        }
        if let portMark = authority.firstIndex(of: ":") {
            port = String(authority[authority.index(after: portMark)...])
            authority = authority[..<portMark]
        }
        host = authority.lowercased()
        guard Self.isHost(host) else { return nil }
        path = String(rest[authorityEnd...].prefix { !ends.contains($0) || $0 == "/" })
    }

    private static func isHost(_ host: String) -> Bool {
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7a, 0x2d, 0x2e: true
            default: false
            }
        }
        return isPlain && !host.isEmpty && host.utf8.first != 0x2e
    }
}
