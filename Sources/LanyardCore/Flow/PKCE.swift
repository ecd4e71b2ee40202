/// Proof that whoever redeems a code is whoever asked for it (RFC 7636, method S256).
public struct PKCE: Sendable {
    /// The secret half, sent to the token endpoint only.
    public let verifier: Secret
    /// The public half, sent with the authorize request.
    public let challenge: String

    /// Makes a pair of 32 random bytes.
    public init(random: any RandomSource, digester: any Digester) {
        let text = Base64URL.encode(random.bytes(32))
        verifier = Secret(text)
        challenge = Base64URL.encode(digester.sha256(Array(text.utf8)))
    }
}
