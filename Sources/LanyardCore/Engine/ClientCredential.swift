/// How a confidential application proves to the authority that it is itself (RFC 6749 §2.3, RFC 7523 §2.2).
///
/// An application on people's machines is a public client and has none: whatever is shipped with it is no secret.
public enum ClientCredential: Sendable {
    /// A client secret, as the registration shows it once.
    case secret(Secret)
    /// A signed JWT, made anew for each request; the closure gets the token endpoint, which is the assertion's audience.
    ///
    /// For certificates, federated credentials and managed identities. What it throws ends the request.
    case assertion(@Sendable (_ audience: String) async throws -> Secret)

    /// The fields of a token request to the endpoint.
    func fields(for endpoint: String) async throws -> [(String, String)] {
        switch self {
        case .secret(let secret): [("client_secret", secret.reveal())]
        case .assertion(let make):
            [
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                ("client_assertion", try await make(endpoint).reveal()),
            ]
        }
    }
}
