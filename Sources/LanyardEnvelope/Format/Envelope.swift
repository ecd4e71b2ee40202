package import LanyardCore

/// One item as a file has it: a header in the clear, then the sealed content.
///
/// ```
/// magic 8 | version 1 | key id 8 | nonce 12 | length of the content 4 | content | tag 16
/// ```
///
/// The tag covers the header and the file's name too, so that neither can be changed nor two files swapped.
package enum Envelope {
    /// The form that this version writes.
    package static let version: UInt8 = 1
    /// No text begins so, and no document of JSON.
    static let magic: [UInt8] = Array("lanyard".utf8) + [0x1a]
    static let headerSize = magic.count + 1 + EnvelopeKey.idSize + Cipher.nonceSize + 4
    /// Nothing that is kept comes near it; what is longer is not read at all.
    package static let maximumSize = 16 << 20

    /// What opening a file came to.
    enum Opened {
        case content(EnvelopeContent)
        case unusable(CacheFinding.Problem, String)
    }

    /// Seals a content for a file name.
    package static func seal(
        _ content: EnvelopeContent,
        as name: String,
        with key: EnvelopeKey,
        random: any RandomSource
    ) throws -> [UInt8] {
        let text = content.buffer
        guard text.bytes.count <= maximumSize - headerSize - Cipher.tagSize else {
            throw LanyardError(.storeFailed, "\(text.bytes.count) bytes are too many for one account")
        }
        let nonce = random.bytes(Cipher.nonceSize)
        let header = magic + [version] + key.id.bytes + nonce + bigEndian(text.bytes.count)
        let tag = try Cipher.seal(text, key: key.secret, nonce: nonce, header: header + Array(name.utf8))
        return header + text.sealedBytes + tag
    }

    /// The id of the key that the file says it is sealed with; nothing where it is no envelope of our form.
    package static func keyID(of bytes: [UInt8]) -> EnvelopeKey.ID? {
        guard bytes.count >= headerSize, bytes.starts(with: magic), bytes[magic.count] == version else { return nil }
        return EnvelopeKey.ID(Array(bytes[(magic.count + 1)...].prefix(EnvelopeKey.idSize)))
    }

    /// Opens a file's bytes with whichever key they were sealed with.
    static func open(_ bytes: [UInt8], as name: String, with keys: KeyRing) -> Opened {
        guard bytes.count > magic.count else { return .unusable(.truncated, "ends too early") }
        guard bytes.starts(with: magic) else { return .unusable(.foreign, "is no envelope") }
        guard bytes[magic.count] == version else {
            return bytes[magic.count] > version
                ? .unusable(.newer, "has the newer form \(bytes[magic.count])") : .unusable(.damaged, "has no form")
        }
        guard bytes.count >= headerSize + Cipher.tagSize else { return .unusable(.truncated, "ends too early") }
        let length = bytes[(headerSize - 4)..<headerSize].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= headerSize + length + Cipher.tagSize else {
            return .unusable(.truncated, "ends too early")
        }
        guard bytes.count == headerSize + length + Cipher.tagSize, let id = keyID(of: bytes) else {
            return .unusable(.damaged, "is longer than it says")
        }
        if let key = keys[id] {
            return decrypt(bytes, as: name, with: key)
                ?? .unusable(.damaged, "was changed, or is another account's file")
        }
        // A key id that was changed is told from another's by this: all else in it is ours.
        for key in keys.keys where decrypt(bytes, as: name, with: key) != nil {
            return .unusable(.damaged, "was changed")
        }
        return .unusable(.foreign, "is sealed with another key (id \(id))")
    }

    private static func decrypt(_ bytes: [UInt8], as name: String, with key: EnvelopeKey) -> Opened? {
        let text = WipedBuffer(count: bytes.count - headerSize - Cipher.tagSize)
        text.bytes.copyBytes(from: bytes[headerSize..<(bytes.count - Cipher.tagSize)])
        var header = Array(bytes[..<headerSize])
        header.replaceSubrange((magic.count + 1)..<(magic.count + 1 + EnvelopeKey.idSize), with: key.id.bytes)
        let isOurs = Cipher.open(
            text,
            key: key.secret,
            nonce: Array(header[(magic.count + 1 + EnvelopeKey.idSize)...].prefix(Cipher.nonceSize)),
            header: header + Array(name.utf8),
            tag: Array(bytes.suffix(Cipher.tagSize))
        )
        guard isOurs else { return nil }
        return EnvelopeContent(text).map { .content($0) } ?? .unusable(.damaged, "has no content that is known")
    }

    static func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
