public import LanyardCore

extension Pin {
    /// The name of the file in a directory.
    public static let fileName = ".lanyard"
    /// The longest file that is read.
    static let sizeLimit = 4096

    /// Reads a `.lanyard` file: lines of `key = value`, with blank lines and lines that begin with `#` left out.
    ///
    /// The keys are `version` (1), `account` or `label`, `tenant`, and `audiences` with blanks between them. Anything else is
    /// refused, so that no file of a stranger can say what this program does not understand. Throws `invalid_configuration` with
    /// line and key.
    public init(reading bytes: [UInt8], path: String = Pin.fileName) throws(LanyardError) {
        self.init()
        guard bytes.count <= Self.sizeLimit, let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.fault(path, line: 1, key: nil, "the file is too long or not UTF-8")
        }
        var seen: Set<String> = []
        // Lines are split as bytes: a carriage return and a line feed are one character.
        for (index, line) in text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(Substring(line))
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let equals = line.firstIndex(of: "=") else {
                throw Self.fault(path, line: index + 1, key: nil, "is not of the form key = value")
            }
            var key = Self.trimmed(line[..<equals])
            let value = Self.trimmed(line[line.index(after: equals)...])
            if key == "label" { key = "account" }
            guard Self.isText(value) else {
                throw Self.fault(path, line: index + 1, key: key, "is empty or has control characters")
            }
            guard seen.insert(key).inserted else { throw Self.fault(path, line: index + 1, key: key, "is there twice") }
            try set(key, value, path: path, line: index + 1)
        }
        guard account != nil || tenant != nil || !audiences.isEmpty else {
            throw Self.fault(path, line: 1, key: nil, "names no account, tenant or audience")
        }
    }

    private mutating func set(_ key: String, _ value: String, path: String, line: Int) throws(LanyardError) {
        switch key {
        case "version":
            guard value == "1" else { throw Self.fault(path, line: line, key: key, "is not 1") }
        case "account": account = value
        case "tenant":
            do { tenant = try RequestedTenant(value) } catch {
                throw Self.fault(path, line: line, key: key, "is neither a tenant id nor a domain")
            }
        case "audiences": audiences = value.split(separator: " ").map(String.init)
        default: throw Self.fault(path, line: line, key: key, "is not a key of a pin")
        }
    }

    private static func fault(_ path: String, line: Int, key: String?, _ problem: String) -> LanyardError {
        let key = key.map { TerminalText.oneLine($0, limit: 40) }
        let place = "line \(line)\(key.map { ", \($0)" } ?? "")"
        return LanyardError(
            .invalidConfiguration,
            "\(TerminalText.oneLine(path)): \(place): \(problem)",
            hint: "a pin has the keys version, account, tenant and audiences"
        ).with { $0.field = place }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
        let bytes = text.utf8.drop(while: isBlank)
        let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(Substring(bytes[..<end]))
    }

    private static func isText(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }

    /// The file's text.
    public var serialized: String {
        var lines = [
            "# Which account lanyard uses below this directory; it counts once approved with `lanyard allow`.",
            "version = 1",
        ]
        if let account { lines.append("account = \(account)") }
        if let tenant { lines.append("tenant = \(tenant.name)") }
        if !audiences.isEmpty { lines.append("audiences = \(audiences.joined(separator: " "))") }
        return lines.joined(separator: "\n") + "\n"
    }
}
