/// Finds the word that was perhaps meant.
package enum Nearest {
    /// The nearest of the words, or nothing where none is near.
    package static func word(to typed: String, among words: [String]) -> String? {
        let typed = typed.lowercased()
        guard typed.utf8.count <= 40 else { return nil }
        let limit = max(1, typed.count / 3)
        var best: (word: String, distance: Int)?
        for word in words {
            let distance = distance(Array(typed), Array(word))
            if distance <= limit && distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word ?? words.first { typed.count >= 3 && $0.hasPrefix(typed) }
    }

    /// Whether a text may be repeated: a short word of small letters and dashes, as commands and options are.
    package static func looksLikeAName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isSmallLetter(first), text.utf8.count <= 24 else { return false }
        return text.utf8.allSatisfy { isSmallLetter($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// Insertions, deletions, changes and swaps of neighbours that lead from one text to the other.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column + 1] + 1,
                    current[column] + 1,
                    last[column] + (letter == other ? 0 : 1)
                )
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}

/// Puts words together as a sentence does.
package enum Prose {
    /// `a`, `a or b`, `a, b or c`.
    package static func list(_ words: [String], _ conjunction: String = "or") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
