internal import CGcrypt
internal import Glibc
internal import LanyardCore

/// AES-256 in Galois counter mode by libgcrypt.
enum Cipher {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Once in a process, before the first use.
    private static let isReady = lanyard_gcrypt_prepare() == 1

    /// Encrypts in place and gives the tag over header and text.
    static func seal(_ text: WipedBuffer, key: Secret, nonce: [UInt8], header: [UInt8]) throws -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard run(true, text, key, nonce, header, &tag) else {
            throw LanyardError(.storeFailed, "libgcrypt refused to encrypt")
        }
        return tag
    }

    /// Decrypts in place; false where text, header or tag are not what was sealed with this key.
    static func open(_ text: WipedBuffer, key: Secret, nonce: [UInt8], header: [UInt8], tag: [UInt8]) -> Bool {
        var tag = tag
        return run(false, text, key, nonce, header, &tag)
    }

    private static func run(
        _ encrypts: Bool,
        _ text: WipedBuffer,
        _ key: Secret,
        _ nonce: [UInt8],
        _ header: [UInt8],
        _ tag: inout [UInt8]
    ) -> Bool {
        guard isReady, nonce.count == nonceSize, tag.count == tagSize else { return false }
        defer { withExtendedLifetime(text) {} }
        return key.withRevealedBytes { key in
            guard key.count == keySize else { return false }
            return lanyard_gcm(
                encrypts ? 1 : 0,
                key.baseAddress,
                nonce,
                header,
                header.count,
                text.bytes.baseAddress,
                text.bytes.count,
                &tag
            ) == 0
        }
    }

    /// SHA-256 of a buffer that is wiped.
    static func digest(_ text: WipedBuffer) -> [UInt8] {
        guard isReady else { return [] }
        defer { withExtendedLifetime(text) {} }
        var digest = [UInt8](repeating: 0, count: 32)
        lanyard_sha256(&digest, text.bytes.baseAddress, text.bytes.count)
        return digest
    }
}

/// Memory for a text in the clear, overwritten when it goes.
final class WipedBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
        // One byte at least: the cipher gets no null pointer.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    }

    /// A secret of the bytes; the buffer lives until they are copied, which a mere look at `bytes` does not see to.
    var secret: Secret { withExtendedLifetime(self) { Secret(copying: UnsafeRawBufferPointer(bytes)) } }

    /// The bytes once they are no secret any more.
    var sealedBytes: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

    deinit {
        if let memory = bytes.baseAddress {
            explicit_bzero(memory, bytes.count)
            memory.deallocate()
        }
    }
}
