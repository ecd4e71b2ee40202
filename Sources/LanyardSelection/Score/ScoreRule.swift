/// What each signal is worth, and when the sum decides.
enum ScoreRule {
    static let homeTenant = 40
    static let guest = 25
    static let directory = 10
    static let defaultAccount = 20
    static let notAuthorised = -30
    /// The most points for frecency, shared out among the candidates.
    static let frecency: Int64 = 10
    /// The least sum of a winner.
    static let threshold = 40
    /// The least lead of a winner.
    static let lead = 20
    /// The least points for use on this very target that count as evidence of its own.
    ///
    /// Directory, frecency and default together reach the threshold: they may order candidates, never decide between them.
    static let evidence = 20

    /// Ten points for each success, at most thirty, worth less with age.
    static func targetHistory(successes: Int64, lastSuccess: Int64, now: Int64) -> Int {
        guard successes > 0 else { return 0 }
        let points = Int(min(3, successes)) * 10
        let tenths =
            switch max(0, now - lastSuccess) {
            case ...604_800: 10
            case ...2_592_000: 6
            case ...7_776_000: 3
            default: 0
            }
        return points * tenths / 10
    }
}
