internal import CSignature
internal import GLibBridge
internal import Glibc
internal import LanyardCore

/// The computer's clock; waits on GLib timers.
package struct SystemClock: Clock {
    package init() {}

    package func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    package func sleep(_ duration: Duration) async throws { try await GLibActor.sleep(duration) }
}

/// The kernel's random bytes.
struct SystemRandom: RandomSource {
    func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// GLib's checksums and GnuTLS's signatures.
struct SystemDigester: Digester {
    func verifiesRS256(_ key: KeySet.Key, message: [UInt8], signature: [UInt8]) -> Bool {
        lanyard_verify_rs256(
            key.modulus,
            key.modulus.count,
            key.exponent,
            key.exponent.count,
            message,
            message.count,
            signature,
            signature.count
        ) == 1
    }

    func sha256(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }
}
