import LanyardCore

/// A list from which one line is picked with arrow keys or by typing a part of it: keys in, lines and the answer out.
struct PickerState: Sendable, Equatable {
    /// A key as a person means it.
    enum Key: Sendable, Equatable {
        case up
        case down
        case pageUp
        case pageDown
        case home
        case end
        case enter
        case backspace
        case clear
        case cancel
        case interrupt
        case text(Character)
    }

    /// How things stand.
    enum Progress: Sendable, Equatable {
        case open
        case picked(Int)
        case cancelled
        /// By Ctrl-C.
        case interrupted
    }

    private let title: String
    private let items: [String]
    private let height: Int
    /// What was typed.
    private(set) var filter = ""
    private(set) var progress = Progress.open
    /// Where the mark is, among the lines that match.
    private var position = 0
    private var first = 0

    /// Makes a list that shows at most so many lines at once.
    init(title: String, items: [String], height: Int = 10) {
        self.title = title
        self.items = items.map { TerminalText.oneLine($0, limit: 200) }
        self.height = max(1, height)
    }

    /// The places of the items that have everything that was typed, in any order of its words.
    var matches: [Int] {
        let words = filter.lowercased().split(separator: " ")
        return items.indices.filter { index in
            let text = items[index].lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// Takes one key.
    mutating func press(_ key: Key) {
        guard progress == .open else { return }
        let matches = matches
        switch key {
        case .up: position -= 1
        case .down: position += 1
        case .pageUp: position -= height
        case .pageDown: position += height
        case .home: position = 0
        case .end: position = matches.count - 1
        case .enter: if matches.indices.contains(position) { progress = .picked(matches[position]) }
        case .cancel: progress = .cancelled
        case .interrupt: progress = .interrupted
        case .backspace: type(String(filter.dropLast()))
        case .clear: type("")
        case .text(let character): if filter.count < 60 { type(filter + String(character)) }
        }
        position = max(0, min(position, self.matches.count - 1))
        first = max(0, min(first, position), position - height + 1)
    }

    private mutating func type(_ text: String) {
        filter = text
        position = 0
        first = 0
    }

    /// The lines to show, none wider than `columns`.
    func lines(columns: Int) -> [String] {
        let width = max(10, columns - 1)
        let matches = matches
        var lines = [Self.fitted("\(title) \(filter)", width)]
        for place in matches.indices.dropFirst(first).prefix(height) {
            lines.append(Self.fitted((place == position ? "> " : "  ") + items[matches[place]], width))
        }
        if matches.isEmpty { lines.append("  nothing has that") }
        let more = matches.count > height ? "\(position + 1) of \(matches.count); " : ""
        lines.append(Self.fitted("  \(more)arrows and Enter pick, typing filters, Esc stops", width))
        return lines
    }

    private static func fitted(_ text: String, _ width: Int) -> String {
        var shown = ""
        var used = 0
        for character in text {
            // Asian letters and symbols may take two places; a line that wraps would tear the list apart.
            let size = character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1
            guard used + size <= width else { break }
            shown.append(character)
            used += size
        }
        return shown
    }
}
