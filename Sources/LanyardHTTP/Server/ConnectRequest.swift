/// The head of a request to a proxy.
struct ConnectRequest: Equatable {
    /// What the client wants.
    enum Verdict: Equatable {
        /// A tunnel to that host and port.
        case tunnel(host: String, port: Int)
        /// A plain request on somebody's behalf, which this proxy never makes.
        case forward
        /// Nothing that the protocol knows.
        case malformed
    }

    /// Reads the request line of a head; the fields that follow it do not matter.
    static func read(_ head: some Collection<UInt8>) -> Verdict {
        let line = String(decoding: head.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .malformed }
        guard words[0] == "CONNECT" else { return .forward }
        return authority(words[1])
    }

    private static func authority(_ text: Substring) -> Verdict {
        guard let colon = text.lastIndex(of: ":") else { return .malformed }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits),
            port > 0
        else { return .malformed }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return .malformed }
        return .tunnel(host: host.lowercased(), port: Int(port))
    }
}
