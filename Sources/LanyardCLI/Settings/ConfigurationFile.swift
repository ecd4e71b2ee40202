import GLibBridge
import LanyardCore

/// `config.ini`: the settings of one person, and their profiles.
struct ConfigurationFile: Sendable {
    /// The group of the settings themselves.
    static let mainGroup = "lanyard"
    /// The format that this version writes and reads.
    static let format = "1"

    /// A value and its place.
    struct Entry: Sendable, Equatable {
        let text: String
        let list: [String]
        let line: Int?
    }

    let path: String
    private let groups: [String: [String: Entry]]
    private let order: [String]

    /// Reads the file; one that is not there is empty.
    init(in paths: Paths) throws(LanyardError) {
        path = paths.configuration + "/config.ini"
        let file = try Self.load(path)
        var groups: [String: [String: Entry]] = [:]
        order = file.groups
        for group in file.groups {
            var entries: [String: Entry] = [:]
            for key in file.keys(in: group) {
                entries[key] = Entry(
                    text: file.value(group, key) ?? "",
                    list: file.values(group, key),
                    line: file.line(of: key, in: group)
                )
            }
            groups[group, default: [:]].merge(entries) { $1 }
        }
        self.groups = groups
        guard let format = groups[Self.mainGroup]?["format"], format.text != Self.format else { return }
        throw Self.damaged(path, format.line, "this version reads format \(Self.format) only")
    }

    /// A value that is there and not empty.
    subscript(_ group: String, _ key: String) -> Entry? {
        guard let entry = groups[group]?[key], !entry.text.isEmpty else { return nil }
        return entry
    }

    func hasGroup(_ group: String) -> Bool { groups[group] != nil }

    /// The keys of a group in no order.
    func keys(in group: String) -> [String] { groups[group].map { Array($0.keys) } ?? [] }

    static func profileGroup(_ name: String) -> String { "profile \(name)" }

    /// The names of all profiles, as the file has them.
    var profiles: [String] {
        order.compactMap { $0.hasPrefix("profile ") ? String($0.dropFirst(8)) : nil }
    }

    /// Changes the file in one step; the other lines stay as they are.
    static func change(in paths: Paths, _ body: (KeyFile) throws(LanyardError) -> Void) throws(LanyardError) {
        let path = paths.configuration + "/config.ini"
        let file = try load(path)
        if file.value(mainGroup, "format") == nil { file.set(mainGroup, "format", to: format) }
        try body(file)
        do {
            try FileContents.replace(path, with: Array(file.text.utf8))
        } catch {
            throw LanyardError(.fileFailed, "\(path) cannot be written", underlying: error)
        }
    }

    private static func load(_ path: String) throws(LanyardError) -> KeyFile {
        let bytes: [UInt8]?
        do {
            bytes = try FileContents.read(path)
        } catch {
            throw LanyardError(.fileFailed, "\(path) cannot be read", underlying: error)
        }
        guard let bytes else { return KeyFile() }
        do {
            return try KeyFile(parsing: bytes)
        } catch {
            throw damaged(path, error.line, error.reason)
        }
    }

    private static func damaged(_ path: String, _ line: Int?, _ reason: String) -> LanyardError {
        let place = line.map { "\(path):\($0)" } ?? path
        return LanyardError(
            .invalidConfiguration,
            "\(place): \(reason)",
            hint: "correct that line; nothing was changed"
        )
    }
}
