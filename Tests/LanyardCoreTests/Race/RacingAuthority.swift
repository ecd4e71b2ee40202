import LanyardCore
import Synchronization

/// An authority with one person, whose refresh tokens are good for one use each.
final class RacingAuthority: Sendable {
    private struct State {
        /// Refresh tokens by name: the sign-in they come from.
        var tokens: [String: Int] = [:]
        var spent: Set<String> = []
        var revoked: Set<Int> = []
        var signIns = 0
        var number = 0
        var redemptions = 0
        var mostRedemptions = 0
        var reuses = 0
    }

    private let state = Mutex(State())

    /// The most redemptions that were under way at one time.
    var mostRedemptions: Int { state.withLock { $0.mostRedemptions } }
    /// How often a spent token came.
    var reuses: Int { state.withLock { $0.reuses } }

    /// The sign-in that a refresh token comes from.
    func signIn(of token: String) -> Int? { state.withLock { $0.tokens[token] } }
    /// Whether a refresh token can be redeemed.
    func honours(_ token: String) -> Bool {
        state.withLock { state in
            state.tokens[token].map { !state.revoked.contains($0) } == true && !state.spent.contains(token)
        }
    }
    /// Whether a sign-in was revoked.
    func isRevoked(_ signIn: Int) -> Bool { state.withLock { $0.revoked.contains(signIn) } }

    /// Makes every refresh token of now void.
    func revoke() { state.withLock { $0.revoked.formUnion($0.tokens.values) } }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let pairs = FormURLEncoding.decode(request.body?.reveal() ?? "") ?? []
        let form = Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        if request.url.hasSuffix("devicecode") { return Self.json(200, Bench.deviceCode) }
        let tenant = request.url.contains(Bench.fabrikam) ? Bench.fabrikam : Bench.contoso
        return state.withLock { state in
            let signIn: Int
            if let old = form["refresh_token"] {
                state.redemptions += 1
                state.mostRedemptions = max(state.mostRedemptions, state.redemptions)
                if state.spent.contains(old) { state.reuses += 1 }
                guard let known = state.tokens[old], !state.spent.contains(old), !state.revoked.contains(known) else {
                    return Self.json(400, Self.refusal)
                }
                state.spent.insert(old)
                signIn = known
            } else {
                state.signIns += 1
                signIn = state.signIns
            }
            state.number += 1
            state.tokens["RT-\(state.number)"] = signIn
            return Self.json(
                200,
                Bench.reply([
                    "access_token": .string("AT-\(state.number) \(tenant)"),
                    "refresh_token": .string("RT-\(state.number)"), "id_token": .string(Self.idToken(tenant)),
                ])
            )
        }
    }

    /// An answer arrived, so that its redemption is over.
    func delivered(_ request: HTTPRequest) {
        guard request.body?.reveal().contains("grant_type=refresh_token") == true else { return }
        state.withLock { $0.redemptions -= 1 }
    }

    private static func json(_ status: Int, _ body: JSONValue) -> HTTPResponse {
        HTTPResponse(status: status, headers: [], body: Array(body.serialized().utf8))
    }

    private static let refusal: JSONValue = [
        "error": "invalid_grant", "error_description": "AADSTS50173: The grant was revoked.", "error_codes": [50_173],
    ]

    private static func idToken(_ tenant: String) -> String {
        guard tenant != Bench.contoso else { return Bench.aliceToken }
        return Bench.jwt([
            "aud": .string(Bench.clientID), "iss": .string("https://login.microsoftonline.com/\(tenant)/v2.0"),
            "iat": 1_735_689_600, "nbf": 1_735_689_600, "exp": 1_735_693_500, "tid": .string(tenant),
            "oid": "a11ce000-0000-4000-8000-0000000000f2", "sub": "sub-f", "ver": "2.0",
            "preferred_username": "alice_contoso.example#EXT#@fabrikam.example",
        ])
    }
}
