/// The polling of one device code (RFC 8628 §3.5), without its effects.
///
/// Feed every answer to ``next(after:)`` and do what it says. Times are seconds since the code was issued.
public struct DeviceCodeFlow: Sendable {
    /// What to do next.
    public enum Action: Sendable, Equatable {
        /// Wait so many seconds, then poll.
        case poll(afterSeconds: Int64)
        /// Give up with this error.
        case fail(LanyardError)
        /// The tokens are there.
        case finish
    }

    /// What a poll brought.
    public enum Event: Sendable {
        /// Nothing yet: the code was just issued.
        case issued
        /// An OAuth error.
        case refused(ServerError)
        /// No answer, or one that says to try later.
        case unreachable(LanyardError, retryAfter: Int64?)
        /// A token reply.
        case granted
    }

    private var interval: Int64
    private let lifetime: Int64
    private var elapsed: Int64 = 0
    private var lastTrouble: LanyardError?

    /// Makes the flow of a reply.
    public init(interval: Int64, lifetime: Int64) {
        self.interval = interval
        self.lifetime = lifetime
    }

    /// Takes what happened at `elapsed` seconds after the issue and says what to do.
    public mutating func next(after event: Event, elapsed: Int64) -> Action {
        self.elapsed = max(self.elapsed, elapsed)
        switch event {
        case .issued: return poll(after: interval)
        case .granted: return .finish
        case .unreachable(let error, let retryAfter):
            // The person may be typing right now; a broken connection does not end the sign-in.
            lastTrouble = error
            return poll(after: max(interval, retryAfter ?? interval))
        case .refused(let error):
            switch error.error {
            case "authorization_pending": return poll(after: interval)
            case "slow_down":
                interval += 5
                return poll(after: interval)
            default: return .fail(Self.failure(error))
            }
        }
    }

    private func poll(after seconds: Int64) -> Action {
        guard elapsed + seconds < lifetime else {
            return .fail(
                LanyardError(
                    .signInTimedOut,
                    "the device code expired before the sign-in was completed",
                    hint: "run the command again and enter the new code",
                    underlying: lastTrouble
                )
            )
        }
        return .poll(afterSeconds: seconds)
    }

    private static func failure(_ error: ServerError) -> LanyardError {
        var result = error.lanyardError()
        // access_denied with another number is a policy that blocks the flow, which has its own text.
        let isPlain = error.numbers.isEmpty || error.numbers.contains(70_017)
        switch error.error {
        case "authorization_declined" where isPlain, "access_denied" where isPlain:
            result.code = .declined
            result.message = "the sign-in was declined on the other device"
            result.hint = "run the command again if that was a mistake"
        case "expired_token", "code_expired":
            result.code = .signInTimedOut
            result.message = "the device code expired before the sign-in was completed"
            result.hint = "run the command again and enter the new code"
        case "bad_verification_code":
            result.code = .serverRefused
            result.message = "the authority does not know the device code any more"
            result.hint = "run the command again"
        default: break
        }
        return result
    }
}
