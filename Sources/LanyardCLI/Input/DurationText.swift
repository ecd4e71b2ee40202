import CommandLineKit

/// Durations as people write them.
enum DurationText {
    /// Reads `90`, `90s`, `5m`, `1h30m` or `2d`.
    static func parse(_ text: String) -> Duration? {
        var total: Int64 = 0
        var digits = ""
        var lastUnit = Int64.max
        for character in text {
            if character.isASCII && character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units[character], unit < lastUnit, let part = product(digits, unit) else { return nil }
            guard case (let sum, false) = total.addingReportingOverflow(part) else { return nil }
            total = sum
            lastUnit = unit
            digits = ""
        }
        if !digits.isEmpty {
            guard lastUnit == .max, let seconds = product(digits, 1) else { return nil }
            total = seconds
        }
        return text.isEmpty ? nil : .seconds(total)
    }

    private static let units: [Character: Int64] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]

    /// A century is more than any wait needs, and keeps sums small.
    private static func product(_ digits: String, _ unit: Int64) -> Int64? {
        guard let number = Int64(digits), number <= 3_155_760_000 / unit else { return nil }
        return number * unit
    }

    /// For an option's value.
    @Sendable static func option(_ text: String) throws(ValueProblem) -> Duration {
        guard let duration = parse(text) else { throw ValueProblem("takes a duration such as 90s, 5m or 1h30m") }
        return duration
    }

    /// The shortest way to write it.
    static func text(_ duration: Duration) -> String {
        var rest = duration.components.seconds
        var text = ""
        for (name, unit) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] as [(String, Int64)] where rest >= unit {
            text += "\(rest / unit)\(name)"
            rest %= unit
        }
        return text.isEmpty ? "0s" : text
    }
}
