import LanyardCore

/// Lines of at most 80 columns, with headed sections.
struct ColumnText {
    private(set) var lines: [String] = []
    private let width = 80

    mutating func section(_ title: String, _ entries: [String]) {
        guard !entries.isEmpty else { return }
        add("\(title):")
        for entry in entries { add(entry, indent: 2) }
    }

    /// Adds a line, broken at blanks; a word longer than a line is cut into pieces.
    mutating func add(_ text: String, indent: Int = 0) {
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in TerminalText.oneLine(text, limit: 2000).split(separator: " ") {
            var word = word
            if !isEmpty, line.count + 1 + word.count <= width {
                line += " " + word
                continue
            }
            if !isEmpty {
                lines.append(line)
                line = String(repeating: " ", count: indent + 4)
            }
            while line.count + word.count > width {
                let room = width - line.count
                lines.append(line + word.prefix(room))
                word = word.dropFirst(room)
                line = String(repeating: " ", count: indent + 4)
            }
            line += word
            isEmpty = false
        }
        lines.append(line)
    }
}
