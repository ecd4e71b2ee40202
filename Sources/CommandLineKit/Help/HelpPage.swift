/// The help text of one command.
package struct HelpPage {
    let path: CommandPath
    let width: Int
    let isStyled: Bool

    /// Describes the page; headings are bold where it is styled.
    package init(_ path: CommandPath, width: Int = 80, isStyled: Bool = false) {
        self.path = path
        self.width = min(max(width, 40), 100)
        self.isStyled = isStyled
    }

    /// The whole page, with a newline at its end.
    package var text: String {
        var blocks: [[String]] = [TextLayout.wrap(path.command.summary + ".", width: width), usage]
        blocks += TextLayout.paragraphs(path.command.discussion).map { TextLayout.wrap($0, width: width) }
        blocks.append(
            section("Arguments", path.command.arguments.filter { !$0.help.isEmpty }.map { ($0.name, $0.help) })
        )
        blocks += commandSections
        blocks += optionSections
        blocks.append(exampleLines)
        blocks.append(closing)
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private var usage: [String] {
        let lines = UsageLine.lines(path).flatMap { line in
            TextLayout.wrap(line, width: width - 6).enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
        }
        return [heading("Usage")] + lines
    }

    private var commandSections: [[String]] {
        let shown = path.command.subcommands.filter { !$0.isHidden }
        var titles: [String] = []
        for command in shown where !titles.contains(command.section) { titles.append(command.section) }
        let longest = shown.map(\.name.count).max() ?? 0
        return titles.map { title in
            section(
                title,
                shown.filter { $0.section == title }
                    .map { ($0.name + TextLayout.spaces(longest - $0.name.count), $0.summary) }
            )
        }
    }

    private var optionSections: [[String]] {
        var titles: [String] = []
        var rows: [String: [(String, String)]] = [:]
        for group in path.groups {
            if !titles.contains(group.title) { titles.append(group.title) }
            rows[group.title, default: []] += group.options.filter { !$0.isHidden }.map {
                (Self.term($0), Self.text($0))
            }
        }
        if let last = titles.last { rows[last]?.append(("-h, --help", "Show this help")) }
        return titles.map { section($0, rows[$0] ?? []) }
    }

    private var exampleLines: [String] {
        guard !path.command.examples.isEmpty else { return [] }
        return [heading("Examples")]
            + path.command.examples.flatMap { example in
                TextLayout.wrap(example.meaning, width: width - 2).map { "  " + $0 } + ["    $ " + example.line]
            }
    }

    private var closing: [String] {
        guard !path.command.subcommands.filter({ !$0.isHidden }).isEmpty else { return [] }
        return TextLayout.wrap("'\(path.text) COMMAND --help' tells more about a command.", width: width)
    }

    private func section(_ title: String, _ rows: [(String, String)]) -> [String] {
        rows.isEmpty ? [] : [heading(title)] + TextLayout.table(rows, width: width)
    }

    private func heading(_ title: String) -> String { isStyled ? "\u{1b}[1m\(title):\u{1b}[0m" : title + ":" }

    /// An option as the left column shows it.
    static func term(_ option: Option) -> String {
        let short = option.letter.map { "-\($0), " } ?? "    "
        let long = option.form == .toggle ? "--[no-]" + option.name.dropFirst(2) : option.name
        return short + long + (option.takesValue ? " " + option.valueName : "")
    }

    /// An option's explanation with what else is to know about it.
    static func text(_ option: Option) -> String {
        var text = option.help
        if case .words(let words) = option.hint { text += ": " + Prose.list(words) }
        if option.form == .values || option.form == .count { text += " (may be repeated)" }
        if let variable = option.environment { text += " [\(variable)]" }
        return text
    }
}

/// The forms in which a command may be written.
enum UsageLine {
    static func lines(_ path: CommandPath) -> [String] {
        var lines: [String] = []
        let options = path.options.contains { !$0.isHidden } ? " [OPTIONS]" : ""
        if path.command.action != nil {
            let arguments = path.command.arguments.map { " " + $0.usage }.joined()
            lines.append(path.text + options + arguments)
        }
        if path.command.subcommands.contains(where: { !$0.isHidden }) {
            lines.append("\(path.text) COMMAND [OPTIONS]")
        }
        return lines
    }
}
