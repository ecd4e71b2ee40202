/// Sends one HTTP request.
///
/// An implementation follows no redirect, keeps no cookie, checks the server's certificate and gives a typed error where there is
/// no reply: ``LanyardError/Code/network``, `untrusted_server` or `malformed_reply` (a reply over the limit).
public protocol HTTPTransport: Sendable {
    /// Sends the request and waits for the whole reply.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request as the engine makes it.
public struct HTTPRequest: Sendable {
    /// The verb.
    public var method: String
    /// The absolute URL, percent-encoded already and sent as it is.
    public var url: String
    /// The header fields in order.
    public var headers: [HTTPField]
    /// The body; a secret, since token requests carry codes and refresh tokens.
    public var body: Secret?
    /// The longest wait for the whole reply, by default 30 s.
    public var limit: Duration
    /// The longest reply in bytes, by default 1 MiB.
    public var maximumReplySize: Int

    /// Makes a request.
    public init(
        method: String = "GET",
        url: String,
        headers: [HTTPField] = [],
        body: Secret? = nil,
        limit: Duration = .seconds(30),
        maximumReplySize: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limit = limit
        self.maximumReplySize = maximumReplySize
    }
}

/// One header field; names are compared without case.
public struct HTTPField: Sendable, Hashable {
    /// The name as sent.
    public var name: String
    /// The value as sent.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A complete reply.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields in order.
    public var headers: [HTTPField]
    /// The body.
    public var body: [UInt8]

    /// Makes a reply.
    public init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of that name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
