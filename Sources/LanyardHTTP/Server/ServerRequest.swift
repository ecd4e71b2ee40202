package import LanyardCore

/// A request as it came to one of our servers.
package struct ServerRequest: Sendable {
    /// The verb.
    package var method: String
    /// `https` or `http`.
    package var scheme: String
    /// The `Host` field with its port; empty where an HTTP/1.0 client sent none.
    package var host: String
    /// The path, still percent-encoded and with every slash in its place.
    ///
    /// Only what RFC 3986 calls equivalent is resolved: dot segments, and escapes of characters that need none (`%7E`).
    package var path: String
    /// What follows the question mark, in the same form; nothing where there is none.
    package var query: String?
    /// The header fields.
    package var headers: [HTTPField]
    /// The body.
    package var body: [UInt8]
    /// The client's IP address.
    package var remoteAddress: String

    package init(
        method: String = "GET",
        scheme: String = "https",
        host: String = "localhost",
        path: String = "/",
        query: String? = nil,
        headers: [HTTPField] = [],
        body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.scheme = scheme
        self.host = host
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The first value of that name.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
