internal import CGio

/// A file of groups with keys and values, as GLib reads and writes it; comments survive a change.
package final class KeyFile {
    private let file: OpaquePointer
    private let source: String

    /// An empty file.
    package init() {
        file = g_key_file_new()
        source = ""
    }

    /// Reads a file's bytes; throws the place of the first line that is wrong.
    package init(parsing bytes: [UInt8]) throws(KeyFileProblem) {
        source = String(decoding: bytes, as: UTF8.self)
        file = g_key_file_new()
        guard !bytes.isEmpty else { return }
        let keep = GKeyFileFlags(
            rawValue: G_KEY_FILE_KEEP_COMMENTS.rawValue | G_KEY_FILE_KEEP_TRANSLATIONS.rawValue
        )
        do {
            try glibTry { error in
                bytes.withUnsafeBufferPointer { buffer in
                    buffer.withMemoryRebound(to: CChar.self) {
                        _ = g_key_file_load_from_data(file, $0.baseAddress, gsize($0.count), keep, &error)
                    }
                }
            }
        } catch {
            throw KeyFileProblem(
                line: KeyFileLines(source).firstBad,
                reason: "not 'key=value', '[group]' or '# comment'"
            )
        }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw KeyFileProblem(line: KeyFileLines(source).firstBad, reason: "not text in UTF-8")
        }
        // Values are unescaped when they are asked for; find a bad one now.
        for group in groups { for key in keys(in: group) { try check(group, key) } }
    }

    deinit { g_key_file_unref(file) }

    private func check(_ group: String, _ key: String) throws(KeyFileProblem) {
        guard let raw = g_key_file_get_value(file, group, key, nil) else { return }
        defer { g_free(raw) }
        // A list may have `\;`, which GLib takes as an error where one text is asked for; so look at the escapes here.
        var rest = String(cString: raw)[...]
        while let backslash = rest.firstIndex(of: "\\") {
            rest = rest[rest.index(after: backslash)...]
            guard let escaped = rest.popFirst(), "sntr\\;".contains(escaped) else {
                throw KeyFileProblem(line: line(of: key, in: group), reason: "the value of '\(key)' cannot be read")
            }
        }
    }

    /// The groups in order.
    package var groups: [String] {
        var count: gsize = 0
        return Self.take(g_key_file_get_groups(file, &count), count)
    }

    /// The keys of a group in order; none where there is no such group.
    package func keys(in group: String) -> [String] {
        var count: gsize = 0
        return Self.take(g_key_file_get_keys(file, group, &count, nil), count)
    }

    /// The value as text.
    package func value(_ group: String, _ key: String) -> String? {
        guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The value as a list; its elements stand between semicolons.
    package func values(_ group: String, _ key: String) -> [String] {
        var count: gsize = 0
        return Self.take(g_key_file_get_string_list(file, group, key, &count, nil), count)
    }

    /// Sets a value.
    package func set(_ group: String, _ key: String, to value: String) {
        g_key_file_set_string(file, group, key, value)
    }

    /// Sets a list.
    package func set(_ group: String, _ key: String, to values: [String]) {
        let copies = values.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        let pointers = copies.map { UnsafePointer($0) }
        pointers.withUnsafeBufferPointer {
            g_key_file_set_string_list(file, group, key, $0.baseAddress, gsize($0.count))
        }
    }

    /// Removes a key; false where there is none.
    @discardableResult
    package func remove(_ group: String, _ key: String) -> Bool { g_key_file_remove_key(file, group, key, nil) != 0 }

    /// Removes a group with all keys; false where there is none.
    @discardableResult
    package func remove(_ group: String) -> Bool { g_key_file_remove_group(file, group, nil) != 0 }

    /// The whole file.
    package var text: String {
        guard let text = g_key_file_to_data(file, nil, nil) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The number of the line on which a key stands, in the file as it was read.
    package func line(of key: String, in group: String) -> Int? { KeyFileLines(source).line(of: key, in: group) }

    private static func take(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: gsize) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    }
}

/// Why a key file cannot be read; GLib's own message names no line.
package struct KeyFileProblem: Error, Equatable {
    /// The line's number, from 1.
    package let line: Int?
    /// What is wrong with it; no value of the file is in it.
    package let reason: String
}

/// The lines of a key file, for naming places.
private struct KeyFileLines {
    private let lines: [Substring]

    init(_ source: String) { lines = source.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The first line that is neither empty, comment, group nor key.
    var firstBad: Int? {
        var hasGroup = false
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.allSatisfy(\.isWhitespace) || text.hasPrefix("#") { continue }
            if text.hasPrefix("["), text.reversed().drop(while: \.isWhitespace).first == "]", text.count > 2 {
                hasGroup = true
                continue
            }
            guard hasGroup, let equals = text.firstIndex(of: "="), equals > text.startIndex else { return index + 1 }
            let isPlain = text.unicodeScalars.allSatisfy { $0 != "\u{fffd}" && $0 != "\0" }
            guard isPlain else { return index + 1 }
        }
        return nil
    }

    func line(of key: String, in group: String) -> Int? {
        var current = ""
        var found: Int?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.hasPrefix("[") {
                current = String(text.dropFirst().prefix { $0 != "]" })
            } else if current == group, text.prefix(while: { $0 != "=" && $0 != " " && $0 != "\t" }) == key {
                found = index + 1
            }
        }
        return found
    }
}
