import LanyardCore

/// An answer.
struct Reply: Sendable {
    /// How much of it goes out.
    enum Delivery: Sendable, Equatable {
        case whole
        /// The connection ends after so many bytes of the body.
        case cut(afterBytes: Int)
        /// The connection ends without a byte.
        case close
    }

    var status: Int
    var headers: [HTTPField]
    var body: [UInt8]
    var delivery: Delivery = .whole

    init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ value: JSONValue, status: Int = 200, headers: [HTTPField] = []) -> Reply {
        let fields = [HTTPField("Content-Type", "application/json; charset=utf-8")] + headers
        return Reply(status: status, headers: fields, body: Array(value.serialized().utf8))
    }

    static func html(_ page: String, status: Int = 200, headers: [HTTPField] = []) -> Reply {
        let fields = [HTTPField("Content-Type", "text/html; charset=utf-8")] + headers
        return Reply(status: status, headers: fields, body: Array(page.utf8))
    }

    static func redirect(_ location: String, headers: [HTTPField] = []) -> Reply {
        Reply(status: 302, headers: [HTTPField("Location", location)] + headers)
    }

    /// The first value of that name.
    func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The body as JSON, where it is.
    var json: JSONValue? { try? JSONValue.parse(body) }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
