/// A moment as the service writes it.
enum UTCTime {
    /// `2026-11-30 08:05:09Z`, from seconds since 1970.
    static func service(_ seconds: Int64) -> String { render(seconds, separator: " ") }

    /// `2026-11-30T08:05:09Z`.
    static func iso(_ seconds: Int64) -> String { render(seconds, separator: "T") }

    private static func render(_ seconds: Int64, separator: String) -> String {
        let day = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let rest = seconds - day * 86400
        let date = civil(day)
        let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { pad($0, 2) }.joined(separator: ":")
        return "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))\(separator)\(clock)Z"
    }

    private static func pad(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The Gregorian date of a day count, by eras of 400 years that begin in March.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
