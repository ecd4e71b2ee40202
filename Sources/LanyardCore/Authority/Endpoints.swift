/// Where an authority's requests go.
public struct Endpoints: Sendable, Hashable {
    /// The page that a browser opens.
    public var authorize: String
    /// Where codes and refresh tokens are redeemed.
    public var token: String
    /// Where device codes come from; absent where the authority has no such flow.
    public var deviceCode: String?
    /// The page that ends a browser session.
    public var logout: String?
    /// The issuer, where a discovery document named one.
    public var issuer: String?
    /// The response modes that a discovery document listed.
    public var responseModes: [String]?
    /// Where the signing keys are.
    public var keys: String?

    /// The endpoints that follow from an authority's form; nothing for a generic provider, which has to be asked.
    public init?(_ authority: Authority) {
        let base = "https://\(authority.networkHost)\(authority.path)"
        switch authority.kind {
        case .entra:
            // All tenants of a host share their keys, so that one copy serves them all.
            let keys = "https://\(authority.networkHost)/common/discovery/v2.0/keys"
            self.init(base: "\(base)/oauth2/v2.0", keys: keys)
        case .ciam:
            self.init(base: "\(base)/oauth2/v2.0", keys: "\(base)/discovery/v2.0/keys")
        case .b2c:
            self.init(base: "\(base)/oauth2/v2.0", keys: "\(base)/discovery/v2.0/keys")
            deviceCode = nil
        case .adfs:
            self.init(base: "\(base)/oauth2", keys: "\(base)/discovery/keys")
        case .oidc:
            return nil
        }
    }

    private init(base: String, keys: String) {
        authorize = "\(base)/authorize"
        token = "\(base)/token"
        deviceCode = "\(base)/devicecode"
        logout = "\(base)/logout"
        self.keys = keys
    }

    /// Reads an OpenID provider's discovery document; throws `malformed_reply` where a needed member is missing.
    ///
    /// The issuer has to be the authority's own URL (OpenID Connect Discovery §4.3); endpoints have to be https.
    public init(document: JSONValue, of authority: Authority) throws(LanyardError) {
        func member(_ name: String) throws(LanyardError) -> String {
            guard let text = document[name]?.stringValue, text.hasPrefix("https://") else {
                throw LanyardError(.malformedReply, "the discovery document of \(authority.url) has no usable \(name)")
                    .with { $0.field = name }
            }
            return text
        }
        authorize = try member("authorization_endpoint")
        token = try member("token_endpoint")
        let issuer = try member("issuer")
        if authority.kind == .oidc {
            guard Self.withoutSlash(issuer) == Self.withoutSlash(authority.url) else {
                throw LanyardError(
                    .invalidAuthority,
                    "\(authority.url) says that it is '\(TerminalText.oneLine(issuer, limit: 200))'",
                    hint: "use the issuer's own URL as authority"
                ).with { $0.field = "issuer" }
            }
        }
        self.issuer = issuer
        deviceCode = document["device_authorization_endpoint"]?.stringValue
        logout = document["end_session_endpoint"]?.stringValue
        keys = document["jwks_uri"]?.stringValue
        responseModes = document["response_modes_supported"]?.arrayValue?.compactMap(\.stringValue)
    }

    private static func withoutSlash(_ text: String) -> Substring {
        text.hasSuffix("/") ? text.dropLast() : text[...]
    }

    /// The address of the authority's discovery document.
    public static func discovery(of authority: Authority) -> String {
        let base = "https://\(authority.networkHost)\(authority.path)"
        return switch authority.kind {
        case .entra, .ciam, .b2c: "\(base)/v2.0/.well-known/openid-configuration"
        case .adfs, .oidc: "\(base)/.well-known/openid-configuration"
        }
    }
}
