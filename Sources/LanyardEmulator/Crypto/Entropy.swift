internal import CGnuTLS
internal import LanyardCore

/// Unpredictable bytes from GnuTLS.
struct Entropy: RandomSource {
    func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard gnutls_rnd(GNUTLS_RND_KEY, &bytes, count) == 0 else { preconditionFailure("no random bytes") }
        return bytes
    }
}

extension RandomSource {
    /// A random GUID (RFC 9562 version 4) in small letters.
    func guid() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let hex = Hex.encode(bytes)
        return [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
            .map { String(hex.dropFirst($0.0).prefix($0.1 - $0.0)) }
            .joined(separator: "-")
    }

    /// A text of unpredictable characters that needs no escaping anywhere.
    func token(bytes count: Int) -> String { Base64URL.encode(bytes(count)) }
}

/// Hexadecimal in small letters.
enum Hex {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
