package import LanyardCore

extension History {
    package static let fileName = "history.json"
    /// The newest version that this code reads, and the one it writes.
    package static let version: Int64 = 1

    /// Reads the file's bytes: names once, and rows of eight numbers that refer to them.
    ///
    /// Throws `invalid_configuration` with the line or the row that is wrong.
    package init(reading bytes: [UInt8]) throws(LanyardError) {
        self.init()
        var scanner = JSONScanner(bytes)
        do throws(JSONScanner.Fault) {
            try read(&scanner)
            scanner.skipBlanks()
            guard scanner.isAtEnd else { throw scanner.fault }
        } catch {
            let place = "line \(JSONScanner.line(of: error.position, in: bytes))"
            throw DocumentReader.error(Self.fileName, at: place, "\(place): not what a history has there")
        }
        guard unknown.removeValue(forKey: "version") == .integer(Self.version) else {
            let problem = "version is not \(Self.version), the only one that this program reads"
            throw DocumentReader.error(Self.fileName, at: "version", problem)
        }
        if let wrong = rows.firstIndex(where: { !isSound($0) }) {
            let place = "rows[\(wrong)]"
            throw DocumentReader.error(
                Self.fileName,
                at: place,
                "\(place) refers to nothing or has an impossible number"
            )
        }
    }

    private mutating func read(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) {
        try scanner.expect("{")
        guard !scanner.take("}") else { return }
        repeat {
            let key = try scanner.string(Self.decode)
            try scanner.expect(":")
            switch key {
            case "accounts":
                accounts = Self.identities(try Self.names(&scanner))
            case "targets": targets = try Self.names(&scanner)
            case "roots": roots = try Self.names(&scanner)
            case "rows": rows = try Self.rows(&scanner)
            default:
                let value = try scanner.value()
                guard let parsed = try? JSONValue.parse(value) else { throw scanner.fault }
                unknown[key] = parsed
            }
        } while scanner.take(",")
        try scanner.expect("}")
    }

    private static func identities(_ names: [String]) -> [AccountIdentity] {
        // One cloud is the rule: its host is made and compared once.
        var (written, environment) = ("", "")
        return names.map { name in
            let bytes = name.utf8
            let space = bytes.firstIndex(of: 0x20) ?? bytes.startIndex
            if !bytes[..<space].elementsEqual(written.utf8) {
                written = String(name[..<space])
                environment = written.lowercased()
            }
            let start = bytes.index(space, offsetBy: 1, limitedBy: bytes.endIndex) ?? bytes.endIndex
            let id = HomeAccountID(rawValue: String(name[start...]))
            return AccountIdentity(homeAccountID: id, kept: environment)
        }
    }

    private static func names(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> [String] {
        var names: [String] = []
        try scanner.expect("[")
        guard !scanner.take("]") else { return names }
        repeat { names.append(try scanner.string(decode)) } while scanner.take(",")
        try scanner.expect("]")
        return names
    }

    private static func rows(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> [Row] {
        var rows: [Row] = []
        // A row has some forty bytes; growing the list step by step would move it a dozen times.
        rows.reserveCapacity(min(scanner.left / 40, rowLimit))
        try scanner.table(width: 8) { numbers in
            guard let outcome = Outcome(rawValue: Int(numbers[6])) else { return false }
            rows.append(
                Row(
                    account: Int(numbers[0]),
                    target: Int(numbers[1]),
                    root: Int(numbers[2]),
                    count: numbers[3],
                    rank: numbers[4],
                    lastUse: numbers[5],
                    outcome: outcome,
                    outcomeAt: numbers[7]
                )
            )
            return true
        }
        return rows
    }

    private static func decode(_ literal: ArraySlice<UInt8>) -> String? { (try? JSONValue.parse(literal))?.stringValue }

    private func isSound(_ row: Row) -> Bool {
        accounts.indices.contains(row.account) && targets.indices.contains(row.target)
            && roots.indices.contains(row.root)
            && (0...1_000_000_000).contains(row.count) && (0...1_000_000_000_000).contains(row.rank)
    }

    /// The file's text, one row a line.
    package func serialized() -> String {
        func list(_ texts: [String]) -> String { JSONValue.array(texts.map(JSONValue.string)).serialized() }
        var members = unknown.sorted { $0.key < $1.key }.map { key, value in
            "\(JSONValue.string(key).serialized()):\(value.serialized())"
        }
        members.append("\"version\":\(Self.version)")
        // In order, so that a reader can walk them beside the accounts of a choice without sorting.
        let order = accounts.indices.sorted { accounts[$0] < accounts[$1] }
        var places = [Int](repeating: 0, count: accounts.count)
        for (place, index) in order.enumerated() { places[index] = place }
        let names = order.map { "\(accounts[$0].environment) \(accounts[$0].homeAccountID)" }
        members.append("\"accounts\":\(list(names))")
        members.append("\"targets\":\(list(targets))")
        members.append("\"roots\":\(list(roots))")
        let lines = rows.map { row in
            "[\(places[row.account]),\(row.target),\(row.root),\(row.count),\(row.rank),\(row.lastUse),"
                + "\(row.outcome.rawValue),\(row.outcomeAt)]"
        }
        members.append("\"rows\":[\(lines.isEmpty ? "" : "\n")\(lines.joined(separator: ",\n"))]")
        return "{" + members.joined(separator: ",\n") + "}\n"
    }
}
