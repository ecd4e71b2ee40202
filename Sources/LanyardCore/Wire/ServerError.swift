/// An error reply of an authority (RFC 6749 §5.2 with Entra's members).
public struct ServerError: Sendable, Hashable {
    /// The OAuth error code.
    public var error: String
    /// The text as sent.
    public var text: String
    /// Entra's numbers, the first one being the reason.
    public var numbers: [Int]
    /// Entra's finer class.
    public var subError: String?
    /// Further marks beside the finer class.
    public var additionalInfo: [String]
    /// The claims challenge as sent.
    public var claims: String?
    /// The id of the request in the service's logs.
    public var correlationID: String?
    /// The HTTP status.
    public var status: Int

    /// Reads a reply's document, or the fields of a redirect; nothing where it has no `error`.
    public init?(_ document: JSONValue, status: Int) {
        guard let error = document["error"]?.stringValue, !error.isEmpty else { return nil }
        self.error = error
        self.status = status
        text = document["error_description"]?.stringValue ?? ""
        let listed = document["error_codes"]?.arrayValue ?? []
        numbers = listed.compactMap {
            $0.integerValue.flatMap { Int(exactly: $0) } ?? $0.stringValue.flatMap { Int($0) }
        }
        if numbers.isEmpty, let number = Self.number(in: text) { numbers = [number] }
        subError = [document["suberror"], document["error_subcode"]].lazy.compactMap { $0?.stringValue }.first {
            !$0.isEmpty
        }
        additionalInfo = document["error_additional_info"]?.arrayValue?.compactMap(\.stringValue) ?? []
        // A text that holds JSON; some servers send the object itself.
        claims = document["claims"].flatMap { $0.stringValue ?? ($0.objectValue == nil ? nil : $0.serialized()) }
        correlationID = document["correlation_id"]?.stringValue
    }

    /// Entra's number in the form that its documentation uses.
    public var code: String? { numbers.first.map { "AADSTS\($0)" } ?? Self.consumerCode(in: text) }

    private static func number(in text: String) -> Int? {
        guard let start = text.firstRange(of: "AADSTS") else { return nil }
        return Int(text[start.upperBound...].prefix { ("0"..."9").contains($0) }.prefix(9))
    }

    private static func consumerCode(in text: String) -> String? {
        guard let start = text.firstRange(of: "AADB2C") else { return nil }
        let digits = text[start.upperBound...].prefix { ("0"..."9").contains($0) }
        return digits.isEmpty ? nil : "AADB2C\(digits)"
    }
}
