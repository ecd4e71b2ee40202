/// Breaks text into lines of a width.
enum TextLayout {
    /// The words of one paragraph in lines; a word longer than a line has a line of its own.
    static func wrap(_ text: some StringProtocol, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// The paragraphs of a text: what an empty line separates.
    static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [String] = [""]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append("")
            } else {
                paragraphs[paragraphs.count - 1] += (paragraphs[paragraphs.count - 1].isEmpty ? "" : " ") + line
            }
        }
        return paragraphs.filter { !$0.isEmpty }
    }

    /// Two columns: terms at the left, explanations at the right or, where the term is too long, below it.
    static func table(_ rows: [(term: String, text: String)], width: Int) -> [String] {
        let indent = 2
        let longest = rows.map(\.term.count).filter { $0 <= 28 }.max() ?? 0
        let column = min(indent + longest + 2, max(width / 2, 12))
        return rows.flatMap { term, text in
            let lines = wrap(text, width: max(width - column, 16))
            let head = spaces(indent) + term
            guard head.count + 2 <= column, let first = lines.first else {
                return [head] + lines.map { spaces(column) + $0 }
            }
            return [head + spaces(column - head.count) + first] + lines.dropFirst().map { spaces(column) + $0 }
        }
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
