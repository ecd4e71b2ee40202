internal import CGnuTLS
internal import Glibc

/// Lends bytes to GnuTLS as a `gnutls_datum_t`, and takes bytes over from it.
enum Datum {
    static func lend<Result>(
        _ bytes: [UInt8],
        _ body: (inout gnutls_datum_t) throws -> Result
    ) rethrows -> Result {
        var bytes = bytes
        return try bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return try body(&datum)
        }
    }

    /// Copies what GnuTLS allocated and frees it.
    static func take(_ datum: gnutls_datum_t) -> [UInt8] {
        guard let data = datum.data else { return [] }
        defer { free(data) }
        return Array(UnsafeBufferPointer(start: data, count: Int(datum.size)))
    }
}
