import LanyardCore

/// A place in a world file that is wrong.
struct WorldError: Error, CustomStringConvertible {
    let path: String
    let problem: String
    var description: String { "\(path): \(problem)" }
}

/// One object of a world file, which knows where it is.
struct WorldReader {
    let members: [String: JSONValue]
    let path: String

    /// Takes an object and refuses members that nobody knows, since they are mostly misspelt ones.
    init(_ value: JSONValue, at path: String, allowed: [String]) throws {
        guard let members = value.objectValue else { throw WorldError(path: path, problem: "is not an object") }
        if let odd = members.keys.sorted().first(where: { !allowed.contains($0) }) {
            let problem = "is not known; known are \(allowed.joined(separator: ", "))"
            throw WorldError(path: "\(path).\(odd)", problem: problem)
        }
        self.members = members
        self.path = path
    }

    func fail(_ name: String, _ problem: String) -> WorldError { WorldError(path: "\(path).\(name)", problem: problem) }

    func string(_ name: String) throws -> String {
        guard let value = try optionalString(name) else { throw fail(name, "is missing") }
        return value
    }

    func optionalString(_ name: String) throws -> String? {
        guard let value = members[name], value != .null else { return nil }
        guard let text = value.stringValue, !text.isEmpty else { throw fail(name, "is not a text") }
        return text
    }

    func guid(_ name: String) throws -> String {
        let text = try string(name).lowercased()
        guard GUIDText.isGUID(text) else { throw fail(name, "is not a GUID") }
        return text
    }

    func bool(_ name: String, default standard: Bool) throws -> Bool {
        guard let value = members[name] else { return standard }
        guard let flag = value.boolValue else { throw fail(name, "is neither true nor false") }
        return flag
    }

    func integer(_ name: String) throws -> Int64? {
        guard let value = members[name] else { return nil }
        guard let number = value.integerValue else { throw fail(name, "is not a whole number") }
        return number
    }

    func strings(_ name: String) throws -> [String] { try optionalStrings(name) ?? [] }

    func optionalStrings(_ name: String) throws -> [String]? {
        guard let value = members[name] else { return nil }
        guard let elements = value.arrayValue else { throw fail(name, "is not a list") }
        return try elements.enumerated().map { index, element in
            guard let text = element.stringValue else { throw fail("\(name)[\(index)]", "is not a text") }
            return text
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        default standard: Choice
    ) throws -> Choice where Choice.RawValue == String {
        guard let text = try optionalString(name) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            throw fail(name, "is not one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// The elements of a list of objects.
    func objects(_ name: String, allowed: [String]) throws -> [WorldReader] {
        guard let value = members[name] else { return [] }
        guard let elements = value.arrayValue else { throw fail(name, "is not a list") }
        return try elements.enumerated().map { index, element in
            try WorldReader(element, at: "\(path).\(name)[\(index)]", allowed: allowed)
        }
    }
}

/// What a GUID looks like.
enum GUIDText {
    static func isGUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return false }
        return parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }
}
