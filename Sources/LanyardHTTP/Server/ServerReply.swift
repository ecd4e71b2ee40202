package import LanyardCore

/// What a server answers.
package struct ServerReply: Sendable {
    /// How much of it reaches the client.
    package enum Delivery: Sendable, Equatable {
        /// All of it.
        case whole
        /// The head and that many bytes of the body; then the connection breaks.
        case cut(afterBytes: Int)
        /// Nothing: the connection is dropped.
        case close
    }

    /// The status code.
    package var status: Int
    /// The header fields in order; the body's length is added to them.
    package var headers: [HTTPField]
    /// The body; not sent where the verb is HEAD.
    package var body: [UInt8]
    /// How much of it reaches the client.
    package var delivery: Delivery

    package init(
        status: Int = 200,
        headers: [HTTPField] = [],
        body: [UInt8] = [],
        delivery: Delivery = .whole
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// The fields to send: without those that the server writes itself, and safe against a split of the head.
    var safeHeaders: [HTTPField] {
        headers.compactMap { field in
            let name = field.name.lowercased()
            guard name != "content-length", name != "transfer-encoding" else { return nil }
            return HTTPField(Self.oneLine(field.name), Self.oneLine(field.value))
        }
    }

    /// The head as bytes, for a reply that libsoup does not write.
    func head(reason: String) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(reason)\r\n"
        for field in safeHeaders { text += "\(field.name): \(field.value)\r\n" }
        text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return Array(text.utf8)
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}
