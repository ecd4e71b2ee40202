/// The `claims` parameter (OpenID Connect Core §5.5) that goes with a request.
public enum ClaimsRequest {
    /// A challenge merged with the capabilities that the application declares; nothing where both are empty.
    ///
    /// The challenge's members are kept as they are. Throws `invalid_argument` where it is no JSON object.
    public static func merge(challenge: String?, capabilities: [String]) throws(LanyardError) -> String? {
        var document: [String: JSONValue] = [:]
        if let challenge {
            guard let parsed = try? JSONValue.parse(Array(challenge.utf8)), let members = parsed.objectValue else {
                throw LanyardError(
                    .invalidArgument,
                    "the claims are no JSON object",
                    hint: "pass the challenge as it came"
                )
                .with { $0.field = "claims" }
            }
            document = members
        }
        if !capabilities.isEmpty {
            var accessToken = document["access_token"]?.objectValue ?? [:]
            accessToken["xms_cc"] = .object(["values": .array(capabilities.map { .string($0) })])
            document["access_token"] = .object(accessToken)
        }
        return document.isEmpty ? nil : JSONValue.object(document).serialized()
    }
}
