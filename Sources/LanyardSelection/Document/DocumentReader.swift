import LanyardCore

/// The members of one object of a state file, with errors that name their place.
package struct DocumentReader {
    let file: String
    let path: String
    let members: [String: JSONValue]

    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    func error(_ key: String, _ problem: String) -> LanyardError {
        Self.error(file, at: place(key), "\(place(key)) \(problem)")
    }

    static func error(_ file: String, at place: String, _ problem: String) -> LanyardError {
        LanyardError(
            .invalidConfiguration,
            "\(file): \(problem)",
            hint: "mend the file, or move it away to begin anew"
        ).with { $0.field = "\(file): \(place)" }
    }

    /// The error for bytes that are no JSON object, with the line where reading ends.
    static func damaged(_ file: String, _ bytes: [UInt8]) -> LanyardError {
        var scanner = JSONScanner(bytes)
        var position = 0
        do throws(JSONScanner.Fault) {
            try scanner.value()
            scanner.skipBlanks()
            position = scanner.isAtEnd ? 0 : scanner.position
        } catch {
            position = error.position
        }
        let line = JSONScanner.line(of: position, in: bytes)
        return self.error(file, at: "line \(line)", "line \(line): not the JSON object that this file must be")
    }

    func requireVersion(_ supported: Int64) throws(LanyardError) {
        let version = try integer("version")
        guard version >= 1, version <= supported else {
            throw error("version", "is \(version), and this program reads up to \(supported)")
        }
    }

    func string(_ key: String) throws(LanyardError) -> String {
        guard let text = members[key]?.stringValue else { throw error(key, "is not a text") }
        return text
    }

    func optionalString(_ key: String) throws(LanyardError) -> String? {
        switch members[key] {
        case nil, .null: nil
        case .string(let text): text
        default: throw error(key, "is not a text")
        }
    }

    func integer(_ key: String) throws(LanyardError) -> Int64 {
        guard let number = members[key]?.integerValue else { throw error(key, "is not a whole number") }
        return number
    }

    func flag(_ key: String) throws(LanyardError) -> Bool {
        guard let flag = members[key]?.boolValue else { throw error(key, "is neither true nor false") }
        return flag
    }

    func identity() throws(LanyardError) -> AccountIdentity {
        let id = try string("home_account_id")
        guard !id.isEmpty else { throw error("home_account_id", "is empty") }
        return AccountIdentity(homeAccountID: HomeAccountID(rawValue: id), environment: try string("environment"))
    }

    func tenant(_ key: String) throws(LanyardError) -> RequestedTenant? {
        guard let text = try optionalString(key) else { return nil }
        do { return try RequestedTenant(text) } catch { throw self.error(key, "is neither a tenant id nor a domain") }
    }

    /// The objects of a list; a file without the list has none.
    func objects(_ key: String) throws(LanyardError) -> [DocumentReader] {
        guard let value = members[key] else { return [] }
        guard let list = value.arrayValue else { throw error(key, "is not a list") }
        var readers: [DocumentReader] = []
        for (index, element) in list.enumerated() {
            guard let members = element.objectValue else { throw error("\(key)[\(index)]", "is not an object") }
            readers.append(DocumentReader(file: file, path: place("\(key)[\(index)]"), members: members))
        }
        return readers
    }

    /// What this version does not know, to be written back.
    func others(than keys: Set<String>) -> [String: JSONValue] { members.filter { !keys.contains($0.key) } }
}

extension AccountIdentity {
    /// The members by which state files name an account.
    var members: [String: JSONValue] {
        ["home_account_id": .string(homeAccountID.rawValue), "environment": .string(environment)]
    }
}
