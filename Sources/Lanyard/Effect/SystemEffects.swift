internal import GLibBridge
internal import Glibc
internal import LanyardCore

/// The computer's clock; waits on GLib timers.
struct SystemClock: Clock {
    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    func sleep(_ duration: Duration) async throws { try await GLibActor.sleep(duration) }
}

/// The kernel's random bytes.
struct SystemRandom: RandomSource {
    func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// GLib's checksums.
struct GLibDigester: Digester {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }
}
