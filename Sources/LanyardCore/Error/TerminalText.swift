/// Makes untrusted text safe to show.
public enum TerminalText {
    /// The text in one line: control characters and direction overrides as escapes, cut at a length.
    ///
    /// `limit` is the longest result in characters.
    public static func oneLine(_ text: String, limit: Int = 600) -> String {
        if isPlain(text, limit) { return text }
        var line = ""
        var count = 0
        var pendingBlank = false
        for scalar in text.unicodeScalars {
            guard count < limit else { return line + "…" }
            if scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" {
                pendingBlank = !line.isEmpty
                continue
            }
            if pendingBlank {
                line += " "
                count += 1
                pendingBlank = false
            }
            if isUnsafe(scalar) {
                line += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                line.unicodeScalars.append(scalar)
            }
            count += 1
        }
        return line
    }

    /// Whether the text is one line of visible ASCII already, with single blanks inside, as nearly all is.
    private static func isPlain(_ text: String, _ limit: Int) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= limit, bytes.first != 0x20, bytes.last != 0x20 else { return false }
        var last: UInt8 = 0
        for byte in bytes {
            guard byte > 0x20 && byte < 0x7f || byte == 0x20 && last != 0x20 else { return false }
            last = byte
        }
        return true
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
