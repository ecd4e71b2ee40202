/// Remembers which requests a server asked to wait with, so that they are answered here instead of sent again.
///
/// Only silent requests ask it: a person who signs in is never held back.
actor Throttle {
    private struct Stop {
        let until: Int64
        /// The digest of the refused refresh token; nothing where the server asked everybody to wait.
        let token: String?
        let error: LanyardError
    }

    private var stops: [String: Stop] = [:]
    private static let capacity = 1000

    /// The error to answer with, where the request is held back now.
    ///
    /// `token` is the digest of the refresh token: a refusal of another one says nothing, since the account was signed in anew,
    /// maybe by another process or while the refusal was on its way.
    func stop(for request: String, token: String? = nil, now: Int64) -> LanyardError? {
        guard let stop = stops[request] else { return nil }
        guard stop.token == nil || stop.token == token else {
            stops[request] = nil
            return nil
        }
        // A clock set back must not hold a request for longer than any server may ask.
        guard stop.until > now, stop.until - now <= 3600 else {
            stops[request] = nil
            return nil
        }
        return stop.error
    }

    /// Takes a failure; only those that say "wait" or that a person has to act on hold the request back.
    func failed(_ request: String, token: String? = nil, with error: LanyardError, now: Int64) {
        let seconds: Int64
        var refused = token
        switch error.code {
        case .throttled, .serverUnavailable:
            seconds = min(Int64(error.retryAfter ?? 60), 3600)
            refused = nil
        case .interactionRequired, .consentRequired, .blocked, .notAMember: seconds = 120
        default: return
        }
        if stops.count >= Self.capacity { stops = stops.filter { $0.value.until > now } }
        if stops.count >= Self.capacity { stops.removeAll() }
        stops[request] = Stop(until: now + seconds, token: refused, error: error)
    }

    /// Forgets everything: a person signed in, so that refusals may be over.
    func signedIn() { stops.removeAll() }
}
