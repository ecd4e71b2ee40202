import CommandLineKit
import LanyardCore

/// Puts results on standard output and everything else on standard error.
struct Printer: Sendable {
    let console: Console
    let format: OutputFormat
    let isQuiet: Bool
    /// How much is to be said: 0, 1 or 2.
    let verbosity: Int
    private let allowsStyle: Bool

    /// What the command line and the environment ask for.
    init(_ cli: CLI, _ call: Invocation) {
        console = cli.console
        format = call[GlobalOptions.output] ?? .text
        isQuiet = call[GlobalOptions.quiet]
        verbosity = call[GlobalOptions.debug] ? 2 : call[GlobalOptions.verbose]
        allowsStyle = Style.isAllowed(cli.environment, noColor: call[GlobalOptions.noColor])
    }

    /// Prints the result in the form asked for.
    func print(_ report: Report) throws {
        switch format {
        case .json: try output(report.json.serialized(pretty: console.isTerminal(.output)))
        case .tsv: try output(report.rows.map(Table.tabbed))
        case .text:
            switch report.text {
            case .lines(let lines): try output(lines.map(clean))
            case .table(let headings): try table(headings, report.rows)
            case .columns(let headings, let rows, let cut): try table(headings, rows, cut)
            }
        }
    }

    /// The line without control characters; its blanks stay, since they may be columns.
    private func clean(_ line: String) -> String {
        if line.utf8.count <= 600, line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return line }
        return line.split(separator: " ", omittingEmptySubsequences: false).map { TerminalText.oneLine(String($0)) }
            .joined(separator: " ")
    }

    private func table(_ headings: [String], _ rows: [[String]], _ cut: [Int] = []) throws {
        guard !rows.isEmpty else { return }
        let cells = rows.map { $0.map { TerminalText.oneLine($0) } }
        let width = console.isTerminal(.output) ? console.columns() : nil
        try output(Table.lines(headings, cells, bold: isStyled(.output), width: width, cut: cut))
    }

    /// Prints a text that is the whole result, as it is.
    func output(_ text: String) throws { try console.output(Array((text + "\n").utf8)) }

    private func output(_ lines: [String]) throws {
        guard !lines.isEmpty else { return }
        try output(lines.joined(separator: "\n"))
    }

    /// Prints a secret that is the whole result, and a newline.
    func output(secret: Secret, prefix: String = "") throws {
        try console.output(Array(prefix.utf8) + secret.revealBytes() + [0x0a])
    }

    /// Tells a person how things go; `--quiet` keeps it away.
    func note(_ line: String) { if !isQuiet { say(line) } }

    /// Tells a person what they have to know, such as a code to type in.
    func say(_ line: String, limit: Int = 600) {
        console.error(Array((TerminalText.oneLine(line, limit: limit) + "\n").utf8))
    }

    /// Prints lines that are clean already on standard error.
    func explain(_ text: String) { console.error(Array(text.utf8)) }

    func isStyled(_ stream: Console.Stream) -> Bool { allowsStyle && console.isTerminal(stream) }
}

/// Whether text may be bold or coloured.
enum Style {
    /// By `NO_COLOR` (no-color.org), `TERM=dumb` and the flag.
    static func isAllowed(_ environment: Environment, noColor: Bool) -> Bool {
        !noColor && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }
}
