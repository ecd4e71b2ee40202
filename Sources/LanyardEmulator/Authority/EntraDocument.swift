import LanyardCore

/// The OpenID configuration of a directory, of one for customers, or of `common` and its kin.
struct EntraDocument {
    let authority: Authority
    /// The old form names the old endpoints.
    let isOldForm: Bool

    private func url(_ path: String) -> JSONValue { .string(authority.url(path)) }

    var json: JSONValue {
        let version = isOldForm ? "" : "v2.0/"
        let cloud = authority.cloud
        let tenantID = authority.tenant?.id ?? "{tenantid}"
        var members: [String: JSONValue] = [
            "issuer": .string(isOldForm ? authority.issuerV1(tenantID) : authority.documentIssuer),
            "authorization_endpoint": url("oauth2/\(version)authorize"),
            "token_endpoint": url("oauth2/\(version)token"),
            "device_authorization_endpoint": url("oauth2/\(version)devicecode"),
            "end_session_endpoint": url("oauth2/\(version)logout"),
            "jwks_uri": url("discovery/\(version)keys"),
            "kerberos_endpoint": url("kerberos"),
            "mtls_endpoint_aliases": ["token_endpoint": url("oauth2/\(version)token")],
            "userinfo_endpoint": .string(authority.graphBase + "/oidc/userinfo"),
            "token_endpoint_auth_methods_supported": [
                "client_secret_post", "private_key_jwt", "client_secret_basic", "self_signed_tls_client_auth",
            ],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "profile", "email", "offline_access"],
            "claims_supported": [
                "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name",
                "msgraph_host", "aud", "exp", "iat", "auth_time", "acr", "nonce", "preferred_username", "name", "tid",
                "ver", "at_hash", "c_hash", "email",
            ],
            "request_uri_parameter_supported": false,
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "tls_client_certificate_bound_access_tokens": true,
            "tenant_region_scope": authority.tenant.map { .string($0.region) } ?? .null,
            "cloud_instance_name": .string(cloud.instanceName),
            "cloud_graph_host_name": "graph.windows.net",
            "msgraph_host": .string(cloud.graphHosts.first ?? "graph.microsoft.com"),
            "rbac_url": "https://pas.windows.net",
        ]
        if authority.policy != nil {
            // Customers have no device code flow and no Kerberos.
            for name in ["device_authorization_endpoint", "kerberos_endpoint", "mtls_endpoint_aliases"] {
                members[name] = nil
            }
        }
        return .object(members)
    }
}
