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
        let lines = text.withRevealedBytes { bytes -> [[UInt8]] in
            if bytes.count == Cipher.keySize, !bytes.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 0x0a }) { return [] }
            return bytes.split(separator: 0x0a).map { line in Array(line.filter { $0 != 0x20 && $0 != 0x0d }) }
        }
        if lines.isEmpty {
            guard let key = EnvelopeKey(text) else { return nil }
            keys = [key]
            return
        }
        var keys: [EnvelopeKey] = []
        for line in lines where !line.isEmpty && line.first != UInt8(ascii: "#") {
            guard let key = Self.key(line) else { return nil }
            keys.append(key)
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    private static func key(_ line: [UInt8]) -> EnvelopeKey? {
        guard line.count == 2 * Cipher.keySize else { return nil }
        let buffer = WipedBuffer(count: Cipher.keySize)
        for index in 0..<Cipher.keySize {
            guard let high = Hex.value(line[2 * index]), let low = Hex.value(line[2 * index + 1]) else { return nil }
            buffer.bytes[index] = high << 4 | low
        }
        return EnvelopeKey(Secret(copying: UnsafeRawBufferPointer(buffer.bytes)))
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
        return Secret(copying: UnsafeRawBufferPointer(buffer.bytes))
    }

    /// A ring with a new key before the others.
    package func adding(random: any RandomSource) -> KeyRing {
        let key = EnvelopeKey(Secret(bytes: random.bytes(Cipher.keySize)))
        return KeyRing((key.map { [$0] } ?? []) + keys)
    }
}
