/// The claims of an ID token (OpenID Connect Core §2).
///
/// The token itself is not kept: its claims are what an application needs, and nothing can be bought with them.
public struct IDToken: Sendable, Hashable {
    /// All claims as sent.
    public var claims: [String: JSONValue]
    /// The header's members, the algorithm and the key's id among them.
    public var header: [String: JSONValue]
    /// The bytes that the signature is over.
    public var signedPart: [UInt8] = []
    /// The signature.
    public var signature: [UInt8] = []

    /// Makes a token of its claims.
    public init(claims: [String: JSONValue], header: [String: JSONValue] = [:]) {
        self.claims = claims
        self.header = header
    }

    /// Reads a compact JWS without checking its signature; throws `malformed_reply` naming `id_token`.
    public init(jwt: String) throws(LanyardError) {
        let parts = jwt.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw TokenReply.malformed("id_token", "is no JWT") }
        func object(_ part: Substring) throws(LanyardError) -> [String: JSONValue] {
            guard let bytes = Base64URL.decode(String(part)), let document = try? JSONValue.parse(bytes),
                let members = document.objectValue
            else { throw TokenReply.malformed("id_token", "cannot be read") }
            return members
        }
        header = try object(parts[0])
        claims = try object(parts[1])
        signedPart = Array("\(parts[0]).\(parts[1])".utf8)
        signature = Base64URL.decode(String(parts[2])) ?? []
    }

    private func text(_ name: String) -> String? {
        guard let text = claims[name]?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    /// Who issued it.
    public var issuer: String? { text("iss") }
    /// The subject: who, for this application only.
    public var subject: String? { text("sub") }
    /// The tenant that it is about, in small letters.
    public var tenantID: String? { text("tid")?.lowercased() }
    /// The object id in that tenant.
    public var objectID: String? { text("oid")?.lowercased() }
    /// The name to show; changeable, never a key.
    public var username: String? {
        text("preferred_username") ?? text("upn") ?? text("unique_name") ?? text("email")
            ?? claims["emails"]?.arrayValue?.first?.stringValue
    }
    /// The display name.
    public var name: String? { text("name") }
    /// The value that ties it to our request.
    public var nonce: String? { text("nonce") }
    /// For whom it was issued.
    public var audiences: [String] {
        claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
