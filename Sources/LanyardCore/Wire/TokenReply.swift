/// A successful reply of the token endpoint (RFC 6749 §5.1), read tolerantly.
///
/// Whole numbers may stand in quotes, unknown members are passed over; what would make a wrong lifetime or a wrong identity is
/// refused by the member's name (B01, B02 of the bug list).
public struct TokenReply: Sendable {
    /// The access token; B2C sends none where no scope of an API was asked.
    public var accessToken: Secret?
    /// The kind of token, as sent.
    public var tokenType: String
    /// The new refresh token, if one came.
    public var refreshToken: Secret?
    /// The ID token, if one came.
    public var idToken: IDToken?
    /// Who signed in, at home, if the server said so.
    public var clientInfo: ClientInfo?
    /// The scopes granted, if the server said so.
    public var scope: ScopeSet?
    /// Seconds that the access token lives; absent where the server did not say.
    public var expiresIn: Int64?
    /// Seconds that the access token may still be used while the service is down.
    public var extendedExpiresIn: Int64?
    /// Seconds after which to renew ahead of time.
    public var refreshIn: Int64?
    /// The family of applications that share refresh tokens.
    public var familyID: String?

    /// Ten years: no token lives longer, so a greater number is a mistake.
    private static let longestLifetime: Int64 = 10 * 366 * 86_400

    /// Reads the reply's document; `now` turns a moment of expiry into a lifetime.
    public init(_ document: JSONValue, now: Int64) throws(LanyardError) {
        func text(_ name: String) throws(LanyardError) -> String? {
            guard let member = document[name], member != .null else { return nil }
            guard let text = member.stringValue else { throw Self.malformed(name, "is no text") }
            return text.isEmpty ? nil : text
        }
        guard document.objectValue != nil else { throw Self.malformed("reply", "is no JSON object") }
        accessToken = try text("access_token").map(Secret.init)
        refreshToken = try text("refresh_token").map(Secret.init)
        idToken = try text("id_token").map(IDToken.init(jwt:))
        guard accessToken != nil || idToken != nil else { throw Self.malformed("access_token", "is missing") }
        clientInfo = try text("client_info").map(ClientInfo.init(encoded:))
        scope = try text("scope").map(ScopeSet.init(reply:))
        familyID = try text("foci")
        expiresIn = try Self.lifetime("expires_in", document)
        if expiresIn == nil, let moment = try Self.number("expires_on", document), moment > now {
            expiresIn = moment - now
        }
        extendedExpiresIn = try Self.lifetime("ext_expires_in", document)
        refreshIn = try Self.lifetime("refresh_in", document)
        let type = try text("token_type")
        guard let type, type.lowercased() == "bearer" else {
            guard accessToken != nil else {
                tokenType = "Bearer"
                return
            }
            throw Self.malformed("token_type", type == nil ? "is missing" : "is not Bearer")
        }
        tokenType = "Bearer"
    }

    private static func lifetime(_ name: String, _ document: JSONValue) throws(LanyardError) -> Int64? {
        guard let seconds = try number(name, document) else { return nil }
        guard seconds >= 0, seconds <= longestLifetime else { throw malformed(name, "is no possible lifetime") }
        return seconds
    }

    /// A whole number, in quotes or not; absent and null are nothing.
    static func number(_ name: String, _ document: JSONValue) throws(LanyardError) -> Int64? {
        switch document[name] {
        case nil, .null?: return nil
        case .integer(let value)?: return value
        case .number(let value)?:
            guard let whole = Int64(exactly: value.rounded(.towardZero)) else {
                throw malformed(name, "is no whole number")
            }
            return whole
        case .string(let text)?:
            guard let whole = Int64(text) else { throw malformed(name, "is no number") }
            return whole
        default: throw malformed(name, "is no number")
        }
    }

    static func malformed(_ field: String, _ reason: String) -> LanyardError {
        LanyardError(.malformedReply, "the token endpoint's reply is malformed: \(field) \(reason)").with {
            $0.field = field
        }
    }
}

/// The `client_info` member: who signed in, at home, whatever tenant the token is for.
public struct ClientInfo: Sendable, Hashable {
    /// The home object id; in B2C with the policy behind it.
    public var uid: String
    /// The home tenant id.
    public var utid: String

    /// Reads the member; throws `malformed_reply` where it is not base64url of an object with both parts.
    public init(encoded: String) throws(LanyardError) {
        guard let bytes = Base64URL.decode(encoded), let document = try? JSONValue.parse(bytes),
            let uid = document["uid"]?.stringValue, let utid = document["utid"]?.stringValue, !uid.isEmpty,
            !utid.isEmpty
        else { throw TokenReply.malformed("client_info", "cannot be read") }
        self.uid = uid
        self.utid = utid
    }

    /// The identity that it says.
    public var homeAccountID: HomeAccountID { HomeAccountID(uid: uid, utid: utid) }
}
