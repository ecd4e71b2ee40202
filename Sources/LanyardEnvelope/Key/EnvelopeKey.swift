package import LanyardCore

/// A key of 256 bits and the id by which envelopes name it.
package struct EnvelopeKey: Sendable {
    static let idSize = 8

    /// The first bytes of a digest of the key: tells keys apart and nothing about them.
    package struct ID: Sendable, Hashable, CustomStringConvertible {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Reads 16 hex digits.
        init?(_ text: some StringProtocol) {
            guard let bytes = Hex.bytes(text), bytes.count == EnvelopeKey.idSize else { return nil }
            self.bytes = bytes
        }

        package var description: String { Hex.text(bytes) }
    }

    package let id: ID
    let secret: Secret

    /// Makes a key of 32 bytes; nothing of any other number.
    package init?(_ secret: Secret) {
        let prefix = Array("lanyard envelope key 1".utf8)
        let digest = secret.withRevealedBytes { key -> [UInt8]? in
            guard key.count == Cipher.keySize else { return nil }
            let text = WipedBuffer(count: prefix.count + key.count)
            text.bytes.copyBytes(from: prefix)
            UnsafeMutableRawBufferPointer(rebasing: text.bytes[prefix.count...]).copyBytes(from: key)
            return Cipher.digest(text)
        }
        guard let digest, digest.count == 32 else { return nil }
        id = ID(Array(digest.prefix(Self.idSize)))
        self.secret = secret
    }
}

/// Hex digits.
enum Hex {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map(value)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
    }

    /// The digit's value.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
