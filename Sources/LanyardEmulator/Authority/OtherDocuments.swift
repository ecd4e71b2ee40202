import LanyardCore

/// The OpenID configuration of a company's own federation server.
enum ADFSDocument {
    /// All claims of the access token in the ID token; what an ID token says here is all of it already.
    static let ownScopes: Set<String> = ["allatclaims"]

    static func make(_ authority: Authority) -> JSONValue {
        func url(_ path: String) -> JSONValue { .string(authority.url(path)) }
        return [
            "issuer": .string(authority.documentIssuer),
            "authorization_endpoint": url("oauth2/authorize/"),
            "token_endpoint": url("oauth2/token/"),
            "device_authorization_endpoint": url("oauth2/devicecode"),
            "jwks_uri": url("discovery/keys"),
            "end_session_endpoint": url("oauth2/logout"),
            "userinfo_endpoint": url("userinfo"),
            "access_token_issuer": .string(authority.issuerV1("")),
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            "response_types_supported": ["code", "id_token", "code id_token"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials", "password"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["allatclaims", "email", "user_impersonation", "openid", "profile"],
            "claims_supported": ["aud", "iss", "iat", "exp", "auth_time", "nonce", "sub", "upn", "unique_name", "sid"],
            "capabilities": ["kdf_ver2"],
            "microsoft_multi_refresh_token": true,
            "frontchannel_logout_supported": true,
        ]
    }
}

/// The OpenID configuration of a provider that knows nothing of Microsoft.
enum GenericDocument {
    static func make(_ authority: Authority) -> JSONValue {
        func url(_ path: String) -> JSONValue { .string(authority.url(path)) }
        return [
            "issuer": .string(authority.documentIssuer),
            "authorization_endpoint": url("authorize"),
            "token_endpoint": url("token"),
            "device_authorization_endpoint": url("devicecode"),
            "jwks_uri": url("keys"),
            "userinfo_endpoint": url("userinfo"),
            "end_session_endpoint": url("logout"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "form_post"],
            "grant_types_supported": [
                "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
            ],
            "code_challenge_methods_supported": ["S256"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "profile", "email", "offline_access"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_post", "client_secret_basic"],
        ]
    }
}
