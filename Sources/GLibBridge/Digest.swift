internal import CGio

/// Hashes by GLib's own checksums.
package enum Digest {
    /// The SHA-256 digest, 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { preconditionFailure("GLib has no SHA-256") }
        defer { g_checksum_free(checksum) }
        bytes.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        var length: gsize = 32
        g_checksum_get_digest(checksum, &digest, &length)
        return digest
    }
}
