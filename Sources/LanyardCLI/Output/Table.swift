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
        let longest = headings.indices.map { column in
            rows.reduce(0) { column < $1.count ? max($0, $1[column].count) : $0 }
        }
        func widths(_ limit: Int) -> [Int] {
            headings.indices.map { max(headings[$0].count, cut.contains($0) ? min(longest[$0], limit) : longest[$0]) }
        }
        func fits(_ limit: Int) -> Bool {
            width.map { widths(limit).reduce(gap * (headings.count - 1), +) <= $0 } ?? true
        }
        // Long enough to be told from others, even where the table does not fit.
        let limit = stride(from: longest.max() ?? 0, to: 9, by: -1).first(where: fits) ?? 9
        let widths = widths(limit)
        let all =
            [headings]
            + rows.map { row in
                row.enumerated().map { column, cell in cut.contains(column) ? shortened(cell, to: limit) : cell }
            }
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
