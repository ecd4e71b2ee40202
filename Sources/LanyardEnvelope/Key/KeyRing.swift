internal import Glibc
package import LanyardCore

/// The keys of one source: the first is for new stores, all of them open what was sealed before.
///
/// As a text: one key a line in 64 hex digits, as `openssl rand -hex 32` prints it; empty lines and those with `#` are passed over.
/// 32 raw bytes are one key.
package struct KeyRing: Sendable {
    package let keys: [EnvelopeKey]

    package init(_ keys: [EnvelopeKey]) { self.keys = keys }

    package subscript(id: EnvelopeKey.ID) -> EnvelopeKey? { keys.first { $0.id == id } }

    /// Reads the text of a key source; nothing where any of it is no key.
    package init?(text: Secret) {
        let isRaw = text.withRevealedBytes { bytes in
            bytes.count == Cipher.keySize && !bytes.allSatisfy { 0x20...0x7e ~= $0 || $0 == 0x0a }
        }
        if isRaw {
            guard let key = EnvelopeKey(text) else { return nil }
            keys = [key]
            return
        }
        // Without copies of the digits, which nobody would wipe.
        let keys = text.withRevealedBytes { bytes in bytes.split(separator: 0x0a).compactMap(Self.line) }
        let found = keys.compactMap { $0 }
        guard found.count == keys.count, !found.isEmpty else { return nil }
        self.keys = found
    }

    /// One line: nothing where it is empty or a comment, and a key or nothing where it is one.
    private static func line(_ line: Slice<UnsafeRawBufferPointer>) -> EnvelopeKey?? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0d]
        var digits = line.drop { blanks.contains($0) }
        while let last = digits.last, blanks.contains(last) { digits.removeLast() }
        guard let first = digits.first, first != UInt8(ascii: "#") else { return nil }
        return .some(key(digits))
    }

    private static func key(_ digits: Slice<UnsafeRawBufferPointer>) -> EnvelopeKey? {
        guard digits.count == 2 * Cipher.keySize else { return nil }
        let buffer = WipedBuffer(count: Cipher.keySize)
        for index in 0..<Cipher.keySize {
            let place = digits.startIndex + 2 * index
            guard let high = Hex.value(digits[place]), let low = Hex.value(digits[place + 1]) else { return nil }
            buffer.bytes[index] = high << 4 | low
        }
        return EnvelopeKey(buffer.secret)
    }

    /// The text of a key source.
    package var text: Secret {
        let digits = Array("0123456789abcdef".utf8)
        let buffer = WipedBuffer(count: keys.count * (2 * Cipher.keySize + 1))
        var end = 0
        for key in keys {
            key.secret.withRevealedBytes { bytes in
                for byte in bytes {
                    buffer.bytes[end] = digits[Int(byte >> 4)]
                    buffer.bytes[end + 1] = digits[Int(byte & 15)]
                    end += 2
                }
            }
            buffer.bytes[end] = 0x0a
            end += 1
        }
        return buffer.secret
    }

    /// A ring with a new key before the others.
    package func adding(random: any RandomSource) -> KeyRing {
        let buffer = WipedBuffer(count: Cipher.keySize)
        var bytes = random.bytes(Cipher.keySize)
        buffer.bytes.copyBytes(from: bytes)
        bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
        let key = EnvelopeKey(buffer.secret)
        return KeyRing((key.map { [$0] } ?? []) + keys)
    }
}
