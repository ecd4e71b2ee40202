internal import CGio

/// The environment variables of this process.
package enum ProcessEnvironment {
    /// All of them; of two with one name the first counts, as for `getenv`.
    ///
    /// `ProcessInfo` makes the same with ten times the work, which every command would pay.
    package static func all() -> [String: String] {
        guard let lines = g_get_environ() else { return [:] }
        defer { g_strfreev(lines) }
        var variables: [String: String] = [:]
        var next = lines
        while let line = next.pointee {
            next += 1
            let text = String(cString: line)
            guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(text[..<sign])
            if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: sign)...]) }
        }
        return variables
    }
}
