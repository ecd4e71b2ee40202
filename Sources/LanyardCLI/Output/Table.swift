/// Rows as text.
enum Table {
    private static let gap = 2

    /// Columns as wide as their widest cell; a heading above each.
    ///
    /// A table wider than `width` loses the ends of the cells in the columns at `cut`, the longest first, and no other: what somebody
    /// is called is never shortened.
    static func lines(
        _ headings: [String],
        _ rows: [[String]],
        bold: Bool,
        width: Int? = nil,
        cut: [Int] = []
    ) -> [String] {
        let natural = widths(headings, rows)
        let limit = width.map { self.limit(natural, in: $0, cut) } ?? Int.max
        let all =
            [headings]
            + rows.map { row in
                row.enumerated().map { column, cell in cut.contains(column) ? shortened(cell, to: limit) : cell }
            }
        let widths = self.widths(headings, all)
        return all.enumerated().map { index, row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                line += cell + (isLast ? "" : String(repeating: " ", count: widths[column] - cell.count + gap))
            }
            while line.last == " " { line.removeLast() }
            return index == 0 && bold ? "\u{1b}[1m\(line)\u{1b}[0m" : line
        }
    }

    private static func widths(_ headings: [String], _ rows: [[String]]) -> [Int] {
        headings.indices.map { column in
            rows.reduce(headings[column].count) { column < $1.count ? max($0, $1[column].count) : $0 }
        }
    }

    /// How long a cell that may be cut can be, so that the table fits; long enough to be told from others, even where it does not.
    private static func limit(_ widths: [Int], in width: Int, _ cut: [Int]) -> Int {
        func total(_ limit: Int) -> Int {
            widths.enumerated().reduce(gap * (widths.count - 1)) { $0 + (cut.contains($1.0) ? min($1.1, limit) : $1.1) }
        }
        let longest = widths.max() ?? 0
        return stride(from: longest, to: 9, by: -1).first { total($0) <= width } ?? 9
    }

    private static func shortened(_ cell: String, to limit: Int) -> String {
        cell.count > limit ? cell.prefix(limit - 1) + "…" : cell
    }

    /// Cells with a tab between; a tab, a line break or a backslash inside is written as an escape.
    static func tabbed(_ row: [String]) -> String {
        row.map { cell in
            var text = ""
            for scalar in cell.unicodeScalars {
                switch scalar {
                case "\t": text += "\\t"
                case "\n": text += "\\n"
                case "\r": text += "\\r"
                case "\\": text += "\\\\"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text
        }.joined(separator: "\t")
    }
}
