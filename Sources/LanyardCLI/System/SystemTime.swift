import Glibc

/// The computer's clock.
enum SystemTime {
    @Sendable static func now() -> Int64 { Int64(time(nil)) }
}
