/// The reply of the device authorization endpoint (RFC 8628 §3.2), read tolerantly.
public struct DeviceCodeReply: Sendable {
    /// What we poll with.
    public var deviceCode: Secret
    /// What the person types.
    public var userCode: String
    /// Where the person types it.
    public var verificationURI: String
    /// The server's own sentence for the person.
    public var message: String?
    /// Seconds until the code is worthless.
    public var lifetime: Int64
    /// Seconds between polls.
    public var interval: Int64

    /// Reads the document; throws `malformed_reply` where a code or the address is missing.
    ///
    /// A missing, zero or unreadable interval means 5 s, a missing lifetime 15 minutes; the address may have its old name.
    public init(_ document: JSONValue) throws(LanyardError) {
        func text(_ names: String...) throws(LanyardError) -> String {
            for name in names { if let text = document[name]?.stringValue, !text.isEmpty { return text } }
            throw LanyardError(.malformedReply, "the device code reply has no \(names[0])").with { $0.field = names[0] }
        }
        deviceCode = Secret(try text("device_code", "code"))
        userCode = try text("user_code")
        verificationURI = try text("verification_uri", "verification_url")
        guard
            verificationURI.lowercased().hasPrefix("https://")
                || verificationURI.lowercased().hasPrefix("http://localhost")
        else {
            throw LanyardError(.malformedReply, "the device code reply's address is not https").with {
                $0.field = "verification_uri"
            }
        }
        message = document["message"]?.stringValue
        let seconds = (try? TokenReply.number("interval", document)) ?? nil
        interval = seconds.flatMap { (1...3600).contains($0) ? $0 : nil } ?? 5
        lifetime = max(1, min((try TokenReply.number("expires_in", document)) ?? 900, 86_400))
    }
}
