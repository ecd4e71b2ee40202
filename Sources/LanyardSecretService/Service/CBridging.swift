internal import CGio
internal import CSecret
internal import LanyardCore

/// Lends a dictionary as a table of C strings.
func withTable(_ dictionary: [String: String], _ body: (OpaquePointer?) -> Void) {
    let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    defer { g_hash_table_unref(table) }
    for (key, value) in dictionary { g_hash_table_insert(table, g_strdup(key), g_strdup(value)) }
    body(table)
}

/// Lends a list as an array of C strings that ends with nothing.
func withPaths(_ paths: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Void) {
    let copies = paths.map { g_strdup($0) }
    defer { copies.forEach { g_free($0) } }
    var pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
}

/// Takes over an array of C strings.
func takeTexts(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
    guard let array else { return [] }
    defer { g_strfreev(array) }
    var texts: [String] = []
    var position = array
    while let text = position.pointee {
        texts.append(String(cString: text))
        position += 1
    }
    return texts
}

/// Copies a libsecret value into our own box.
func secret(of value: OpaquePointer) -> Secret {
    var count: gsize = 0
    guard let start = secret_value_get(value, &count) else { return Secret(bytes: []) }
    return Secret(bytes: Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
}

/// Makes a libsecret value in memory that is not swapped out.
///
/// Only what is UTF-8 is called text: some providers alter other bytes then, some refuse them.
func secretValue(of secret: Secret) -> OpaquePointer {
    secret.withRevealedBytes { bytes in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let isText = start.map { g_utf8_validate($0, bytes.count, nil) != 0 } ?? true
        let type = isText ? "text/plain" : "application/octet-stream"
        // libsecret wants a pointer even for nothing.
        guard let start else { return secret_value_new("", 0, type) }
        return secret_value_new(start, gssize(bytes.count), type)
    }
}
