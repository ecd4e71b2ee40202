import LanyardCore

/// A request as it came, whatever brought it.
struct Request: Sendable {
    var method: String
    /// The Host field, with a port where there is one.
    var host: String
    /// The path as sent, still percent-encoded.
    var path: String
    /// What follows the question mark, as sent.
    var query: String?
    var headers: [HTTPField]
    var body: [UInt8]

    init(
        method: String = "GET",
        host: String,
        path: String,
        query: String? = nil,
        headers: [HTTPField] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first value of that name.
    func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The host in small letters, without a port.
    var hostName: String { HostPort(host).host }

    /// The pieces of the path, decoded; empty ones are left out, since MSAL Python writes `//`.
    var pieces: [String] {
        path.split(separator: "/").map { FormURLEncoding.percentDecode(String($0)) ?? String($0) }
    }

    /// The query's parameters.
    var queryParameters: Parameters { Parameters(query ?? "") }

    /// The body's parameters, where it is a form.
    var form: Parameters {
        let type = header("Content-Type")?.lowercased() ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else { return Parameters("") }
        return Parameters(String(decoding: body, as: UTF8.self))
    }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for field in headers where field.name.lowercased() == "cookie" {
            for pair in field.value.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                return String(parts[1])
            }
        }
        return nil
    }

    /// The bearer token of the Authorization field.
    var bearer: String? {
        guard let value = header("Authorization"), value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }
}

/// A host and, where one is given, a port.
struct HostPort: Hashable, Sendable {
    var host: String
    var port: Int?

    init(_ text: String) {
        let text = text.lowercased()
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]"), let port = Int(text[text.index(after: colon)...])
        {
            host = String(text[..<colon])
            self.port = port
        } else {
            host = text
            port = nil
        }
    }
}
