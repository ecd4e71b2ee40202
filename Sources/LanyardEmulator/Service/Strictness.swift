/// How much more, or less, than the real service this one insists on.
struct Strictness: Codable, Sendable, Equatable {
    /// `openid` without nonce is refused.
    var requireNonce = false
    /// A public client's code request without PKCE is refused.
    var requirePKCE = false
    /// The method `plain` is refused.
    var refusePlain = false
    var requireState = false
    /// A parameter given twice is refused.
    var refuseRepeated = true
    /// A poll before the interval has passed gets `slow_down`.
    var slowDown = false
    /// A refresh token is good for one use; a second one revokes all of the sign-in's.
    var rotate = false
    /// A client that repeats a failing request is stopped (50196).
    var stopLoops = true
    /// A client id that nobody registered is taken for a public app.
    var admitUnknownClients = false

    static let modes = ["entra", "strict", "lenient"]

    init() {}

    /// The settings of a mode.
    init?(mode: String) {
        switch mode {
        case "entra": break
        case "strict":
            requireNonce = true
            requirePKCE = true
            refusePlain = true
            requireState = true
            slowDown = true
            rotate = true
        case "lenient":
            refuseRepeated = false
            stopLoops = false
            admitUnknownClients = true
        default: return nil
        }
    }

    /// The settings by the names that the command knows.
    static let names: [String: any WritableKeyPath<Strictness, Bool> & Sendable] = [
        "require-nonce": \.requireNonce, "require-pkce": \.requirePKCE, "refuse-plain": \.refusePlain,
        "require-state": \.requireState, "refuse-repeated": \.refuseRepeated, "slow-down": \.slowDown,
        "rotate": \.rotate, "stop-loops": \.stopLoops, "admit-unknown-clients": \.admitUnknownClients,
    ]
}
