/// The challenges of a `WWW-Authenticate` header (RFC 7235 §4.1), as far as a token's holder needs them.
public struct AuthenticateChallenge: Sendable, Equatable {
    /// The scheme in small letters.
    public var scheme: String
    /// The parameters by their names in small letters.
    public var parameters: [String: String]

    /// Reads all challenges of one header field; what cannot be read ends the list.
    public static func parse(_ field: String) -> [AuthenticateChallenge] {
        var reader = Reader(field)
        return reader.challenges()
    }

    /// The claims of a continuous-access challenge, as JSON; nothing where this is none.
    ///
    /// They come as base64, as base64url or as plain JSON.
    public var claims: String? {
        guard scheme == "bearer", parameters["error"] == "insufficient_claims", let text = parameters["claims"] else {
            return nil
        }
        if (try? JSONValue.parse(Array(text.utf8)))?.objectValue != nil { return text }
        guard let bytes = Base64URL.decode(text), (try? JSONValue.parse(bytes))?.objectValue != nil else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first claims challenge among the values of all `WWW-Authenticate` fields.
    public static func claims(in response: HTTPResponse) -> String? {
        response.headers.lazy.filter { $0.name.lowercased() == "www-authenticate" }
            .flatMap { parse($0.value) }.compactMap(\.claims).first
    }
}

private struct Reader {
    private let text: [Character]
    private var place = 0

    init(_ text: String) { self.text = Array(text) }

    private var current: Character? { place < text.count ? text[place] : nil }

    private mutating func skip(_ characters: Set<Character>) {
        while let current, characters.contains(current) { place += 1 }
    }

    private mutating func token() -> String {
        let start = place
        while let current, current.isLetter || current.isNumber || "!#$%&'*+-.^_`|~/".contains(current) { place += 1 }
        return String(text[start..<place])
    }

    private mutating func value() -> String? {
        guard current == "\"" else {
            // An unquoted value may be base64 with its padding.
            let start = place
            while let current, current != ",", current != " " { place += 1 }
            return String(text[start..<place])
        }
        place += 1
        var value = ""
        while let current {
            place += 1
            if current == "\"" { return value }
            if current == "\\", let next = self.current {
                value.append(next)
                place += 1
            } else {
                value.append(current)
            }
        }
        return nil
    }

    mutating func challenges() -> [AuthenticateChallenge] {
        var found: [AuthenticateChallenge] = []
        while true {
            skip([" ", "\t", ","])
            let name = token()
            guard !name.isEmpty else { return found }
            skip([" ", "\t"])
            if current == "=", !found.isEmpty {
                place += 1
                skip([" ", "\t"])
                guard let value = value() else { return found }
                found[found.count - 1].parameters[name.lowercased()] = value
            } else {
                found.append(AuthenticateChallenge(scheme: name.lowercased(), parameters: [:]))
            }
        }
    }
}
