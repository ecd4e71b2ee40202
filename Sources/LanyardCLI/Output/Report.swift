import LanyardCore

/// A result in all its forms, of which only the one that is printed is made.
struct Report: Sendable {
    private let makeJSON: @Sendable () -> JSONValue
    private let makeRows: @Sendable () -> [[String]]
    private var makeText: @Sendable () -> Text

    /// For programs; members are stable.
    var json: JSONValue { makeJSON() }
    /// For tools that cut columns: one list per line.
    var rows: [[String]] { makeRows() }
    /// For people.
    var text: Text {
        get { makeText() }
        set { makeText = { newValue } }
    }

    /// How people see it.
    enum Text: Sendable {
        case lines([String])
        /// The rows in columns, under these headings.
        case table([String])
        /// Other rows than those for tools.
        case columns([String], [[String]])
    }

    init(json: JSONValue, rows: [[String]], text: Text) {
        self.init(onDemand: json, rows: rows, text: text)
    }

    /// Forms that cost something and are made when they are printed.
    init(
        onDemand json: @autoclosure @escaping @Sendable () -> JSONValue,
        rows: @autoclosure @escaping @Sendable () -> [[String]],
        text: @autoclosure @escaping @Sendable () -> Text
    ) {
        makeJSON = json
        makeRows = rows
        makeText = text
    }

    /// One value alone on its line.
    static func value(_ text: String, json: JSONValue) -> Report {
        Report(json: json, rows: [[text]], text: .lines([text]))
    }
}

/// Rows as text.
enum Table {
    /// Columns as wide as their widest cell; a heading above each.
    static func lines(_ headings: [String], _ rows: [[String]], bold: Bool) -> [String] {
        let all = [headings] + rows
        let widths = headings.indices.map { column in all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return all.enumerated().map { index, row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                line += cell + (isLast ? "" : String(repeating: " ", count: widths[column] - cell.count + 2))
            }
            while line.last == " " { line.removeLast() }
            return index == 0 && bold ? "\u{1b}[1m\(line)\u{1b}[0m" : line
        }
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
