/// Sends requests to the token and device code endpoints and tells the kinds of answers apart.
struct TokenClient: Sendable {
    /// What an endpoint answered.
    enum Answer: Sendable {
        case success(JSONValue)
        case refused(ServerError, retryAfter: Int64?)
    }

    let transport: any HTTPTransport
    let clock: any Clock
    let version: String
    /// Goes along with every grant of a confidential application.
    var credential: ClientCredential?

    /// The longest wait that a server may ask for and still get a second try within the same call.
    private static let longestPause: Int64 = 5

    /// Posts a form.
    ///
    /// Tries once more after a server's failure or a short `Retry-After`; after a broken connection only where the grant can be
    /// used twice. Throws `server_unavailable`, `throttled`, `malformed_reply` or the transport's error.
    func post(
        _ url: String,
        _ fields: [(String, String)],
        correlationID: String,
        anchor: String? = nil,
        isRepeatable: Bool = true
    ) async throws -> Answer {
        var headers = [
            HTTPField("Accept", "application/json"),
            HTTPField("Content-Type", "application/x-www-form-urlencoded"),
            HTTPField("client-request-id", correlationID),
            HTTPField("return-client-request-id", "true"),
            HTTPField("x-client-SKU", "Lanyard"),
            HTTPField("x-client-Ver", version),
            HTTPField("x-client-OS", "linux"),
        ]
        if let anchor { headers.append(HTTPField("X-AnchorMailbox", anchor)) }
        let isGrant = fields.contains { $0.0 == "grant_type" }
        let proof = isGrant ? try await credential?.fields(for: url) ?? [] : []
        let request = HTTPRequest(
            method: "POST",
            url: url,
            headers: headers,
            body: Secret(FormURLEncoding.encode(fields + proof))
        )
        let first: HTTPResponse
        do {
            first = try await transport.send(request)
        } catch let error as LanyardError where error.code == .network && isRepeatable {
            try await clock.sleep(.milliseconds(500))
            return try read(try await transport.send(request), correlationID)
        }
        if first.status >= 500 || first.status == 429 {
            let pause = retryAfter(first) ?? (first.status == 429 ? .max : 1)
            if pause <= Self.longestPause {
                try await clock.sleep(.seconds(pause))
                return try read(try await transport.send(request), correlationID)
            }
        }
        return try read(first, correlationID)
    }

    private func retryAfter(_ response: HTTPResponse) -> Int64? {
        guard let text = response.header("Retry-After"), let seconds = Int64(text), seconds >= 0 else { return nil }
        return min(seconds, 3600)
    }

    private func read(_ response: HTTPResponse, _ correlationID: String) throws -> Answer {
        let wait = retryAfter(response)
        let document = try? JSONValue.parse(response.body)
        if let document, var error = ServerError(document, status: response.status) {
            error.correlationID = error.correlationID ?? correlationID
            return .refused(error, retryAfter: wait)
        }
        func fail(_ code: LanyardError.Code, _ message: String) -> LanyardError {
            LanyardError(code, message).with {
                $0.status = response.status
                $0.correlationID = correlationID
                $0.retryAfter = wait.flatMap { Int(exactly: $0) }
            }
        }
        switch response.status {
        case 200:
            guard let document, document.objectValue != nil else {
                throw fail(.malformedReply, "the token endpoint's reply is malformed: it \(Self.look(response.body))")
            }
            return .success(document)
        case 429: throw fail(.throttled, "the authority asks to wait\(wait.map { " \($0) s" } ?? "")")
        case 500...: throw fail(.serverUnavailable, "the authority failed with status \(response.status)")
        default:
            throw fail(
                .malformedReply,
                "the authority answered with status \(response.status) and a reply that \(Self.look(response.body))"
            )
        }
    }

    private static func look(_ body: [UInt8]) -> String {
        guard let first = body.first(where: { $0 > 0x20 }) else { return "is empty" }
        return first == UInt8(ascii: "<") ? "is HTML instead of JSON" : "is no JSON object"
    }
}
