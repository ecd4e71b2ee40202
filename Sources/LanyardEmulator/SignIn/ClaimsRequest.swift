import LanyardCore

/// The `claims` parameter.
struct ClaimsRequest: Sendable {
    /// Whether the client can take a claims challenge.
    var isCapable = false
    /// Authentication contexts asked for.
    var contexts: [String] = []
    /// Whether a policy's challenge is in it.
    var namesPolicy = false
    /// The moment before which tokens are of no use.
    var notBefore: Int64?
    var text: String?

    /// Reads the text; one that is not a JSON object is refused.
    init(_ text: String?) throws(ServiceError) {
        guard let text else { return }
        self.text = text
        guard let root = try? JSONValue.parse(text.utf8), root.objectValue != nil else {
            throw ServiceError(error: "invalid_request", text: "The parameter 'claims' is not valid JSON.")
        }
        let access = root["access_token"]
        isCapable = Self.values(access?["xms_cc"]).contains { $0.lowercased() == "cp1" }
        contexts = Self.values(access?["acrs"])
        namesPolicy = access?["capolids"] != nil
        notBefore = Self.values(access?["nbf"]).first.flatMap { Int64($0) }
    }

    private static func values(_ member: JSONValue?) -> [String] {
        let all = (member?["values"]?.arrayValue ?? []) + [member?["value"]].compactMap { $0 }
        return all.compactMap { $0.stringValue ?? $0.integerValue.map { String($0) } }
    }
}
