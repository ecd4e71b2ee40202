import LanyardCore

/// An answer that says no, with the number that the service gives it.
struct ServiceError: Error, Sendable {
    /// As in `AADSTS50076`; 0 where the service has none.
    var number: Int
    /// The `error` member (RFC 6749 §5.2).
    var error: String
    var status: Int
    var suberror: String?
    var text: String
    /// JSON text that the client hands on to the authorize endpoint.
    var claims: String?
    /// `error_subcode`, on redirects only.
    var subcode: String?
    var hasURI: Bool
    var headers: [HTTPField] = []

    /// The error of that number as the table has it; `detail` replaces `{}` in its text.
    init(_ number: Int, _ detail: String = "", error: String? = nil) {
        let entry = ErrorTable.entries[number] ?? ErrorTable.unknown
        self.number = number
        self.error = error ?? entry.error
        status = entry.status
        suberror = entry.suberror
        text = entry.text.replacing("{}", with: detail)
        hasURI = entry.hasURI
    }

    /// An error of OAuth that the service gives no number of its own.
    init(error: String, text: String, status: Int = 400) {
        number = 0
        self.error = error
        self.status = status
        self.text = text
        hasURI = false
    }

    func with(_ change: (inout ServiceError) -> Void) -> ServiceError {
        var copy = self
        change(&copy)
        return copy
    }
}

extension ServiceError {
    /// The ids and the time that the service writes into every error.
    struct Stamp: Sendable {
        var traceID: String
        var correlationID: String
        var now: Int64
        /// Where `error_uri` points.
        var base: String
    }

    /// The sentence with everything in one line, as `error_description` carries it.
    func description(_ stamp: Stamp) -> String {
        let front = number == 0 ? text : "\(code): \(text)"
        return front + " Trace ID: \(stamp.traceID) Correlation ID: \(stamp.correlationID)"
            + " Timestamp: \(UTCTime.service(stamp.now))"
    }

    /// The number with the service's letters in front; B2C has others.
    var code: String { number >= 90_000_000 ? "AADB2C\(number - 90_000_000)" : "AADSTS\(number)" }

    /// The JSON body of the token, device code and discovery endpoints.
    func body(_ stamp: Stamp) -> JSONValue {
        var body: [String: JSONValue] = [
            "error": .string(error),
            "error_description": .string(description(stamp)),
            "timestamp": .string(UTCTime.service(stamp.now)),
            "trace_id": .string(stamp.traceID),
            "correlation_id": .string(stamp.correlationID),
            "error_codes": .array(number == 0 ? [] : [.integer(Int64(number % 90_000_000))]),
        ]
        if hasURI { body["error_uri"] = .string("\(stamp.base)/error?code=\(number)") }
        if let suberror { body["suberror"] = .string(suberror) }
        if suberror == "client_mismatch" { body["error_additional_info"] = ["client_mismatch"] }
        if let claims { body["claims"] = .string(claims) }
        return .object(body)
    }
}
