import LanyardCore
import Testing

@Suite("WWW-Authenticate challenges")
struct AuthenticateChallengeTests {
    private static let json = #"{"access_token":{"nbf":{"essential":true,"value":"1735689600"}}}"#
    private static let base64 = Base64URL.encode(Array(json.utf8))

    @Test(
        "a claims challenge is found in base64, base64url and JSON, quoted or not, among other challenges",
        arguments: [
            #"Bearer realm="", authorization_uri="https://x/common", error="insufficient_claims", claims="\#(base64)==""#,
            "Bearer error=insufficient_claims,claims=\(base64)",
            #"PoP nonce="n", Bearer realm="a, b", claims="\#(base64)", error="insufficient_claims""#,
            #"bearer ERROR="insufficient_claims", Claims="\#(json.replacing("\"", with: "\\\""))""#,
        ]
    )
    func found(field: String) {
        let response = HTTPResponse(status: 401, headers: [HTTPField("x", "y"), HTTPField("WWW-Authenticate", field)])
        #expect(AuthenticateChallenge.claims(in: response) == Self.json)
    }

    @Test(
        "what is no claims challenge gives nothing",
        arguments: [
            "", "Bearer", "Basic realm=\"x\"", "Bearer error=\"invalid_token\", claims=\"\(base64)\"",
            "Bearer error=\"insufficient_claims\"", "Bearer error=\"insufficient_claims\", claims=\"!!\"",
            "Bearer error=\"insufficient_claims\", claims=\"\(base64)", "=,=,\"",
        ]
    )
    func none(field: String) {
        #expect(AuthenticateChallenge.parse(field).compactMap(\.claims).isEmpty)
    }
}
