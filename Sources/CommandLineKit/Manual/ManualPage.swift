/// The manual page of one command, in roff with the `man` macros.
package struct ManualPage {
    let path: CommandPath
    /// What stands at the left of the last line, as in `lanyard 1.0`.
    let source: String

    package init(_ path: CommandPath, source: String) {
        self.path = path
        self.source = source
    }

    /// The page's name, as in `lanyard-accounts-label`.
    package var name: String { path.chain.map(\.name).joined(separator: "-") }

    /// The name of its file.
    package var fileName: String { name + ".1" }

    /// The page and those of all visible commands below it.
    package var tree: [ManualPage] {
        [self]
            + path.command.subcommands.filter { !$0.isHidden }
            .flatMap { ManualPage(path.appending($0), source: source).tree }
    }

    /// The whole page.
    package var text: String {
        var lines = [".TH \"\(Roff.text(name.uppercased()))\" 1 \"\" \"\(Roff.text(source))\""]
        lines += [".SH NAME", "\(Roff.text(name)) \\- \(Roff.text(path.command.summary))"]
        lines.append(".SH SYNOPSIS")
        for usage in UsageLine.lines(path) { lines += [".B \(Roff.text(usage))", ".br"] }
        lines.append(".SH DESCRIPTION")
        lines += [Roff.line(path.command.summary + ".")]
        for paragraph in TextLayout.paragraphs(path.command.discussion) { lines += [".PP", Roff.line(paragraph)] }
        lines += terms("ARGUMENTS", path.command.arguments.filter { !$0.help.isEmpty }.map { ($0.name, $0.help) })
        lines += terms("COMMANDS", shownCommands.map { ($0.name, $0.summary) })
        lines += options + examples + seeAlso
        return lines.joined(separator: "\n") + "\n"
    }

    private var shownCommands: [Command] { path.command.subcommands.filter { !$0.isHidden } }

    private var options: [String] {
        var lines: [String] = []
        for group in path.groups {
            let shown = group.options.filter { !$0.isHidden }
            guard !shown.isEmpty else { continue }
            lines += terms(
                group.title.uppercased(),
                shown.map { (String(HelpPage.term($0).drop { $0 == " " }), HelpPage.text($0)) }
            )
        }
        return lines
    }

    private var examples: [String] {
        guard !path.command.examples.isEmpty else { return [] }
        return [".SH EXAMPLES"]
            + path.command.examples.flatMap {
                [".PP", Roff.line($0.meaning), ".RS 4", ".nf", Roff.line($0.line), ".fi", ".RE"]
            }
    }

    private var seeAlso: [String] {
        var names = path.chain.count > 1 ? [path.chain.dropLast().map(\.name).joined(separator: "-")] : []
        names += shownCommands.map { name + "-" + $0.name }
        guard !names.isEmpty else { return [] }
        return [".SH SEE ALSO", names.map { "\\fB\(Roff.text($0))\\fR(1)" }.joined(separator: ", ")]
    }

    private func terms(_ title: String, _ rows: [(String, String)]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return [".SH \(Roff.text(title))"]
            + rows.flatMap { [".TP", ".B \(Roff.text($0.0))", Roff.line($0.1.hasSuffix(".") ? $0.1 : $0.1 + ".")] }
    }
}

/// Text as roff wants it.
enum Roff {
    /// Dashes stay dashes and nothing is an escape.
    static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            default: result.append(character)
            }
        }
        return result
    }

    /// A line of text; one that begins with a dot is no request.
    static func line(_ line: String) -> String {
        let safe = text(line)
        return safe.hasPrefix(".") ? "\\&" + safe : safe
    }
}
