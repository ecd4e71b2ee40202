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
        /// Other rows than those for tools; where a terminal is too narrow, the cells of the columns at `cut` are shortened.
        case columns([String], [[String]], cut: [Int] = [])
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
