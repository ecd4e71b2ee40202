internal import Glibc
internal import LanyardCore
internal import LanyardFiles
package import LanyardSelection

/// The sessions of `lanyard exec`: which accounts exist for a process and everything that it starts.
///
/// Guards against mistakes, not against hostile code of the same user, who could ask the keyring itself.
package struct ExecSessions: Sendable {
    /// The variable that names the session for a child that has left its parents.
    package static let variable = "LANYARD_SESSION"

    private let folder: String
    private let files: FileState

    package init(_ directories: Configuration.Directories) {
        folder = directories.runtime + "/sessions"
        files = FileState(directory: folder)
    }

    /// Makes this process and everything that it becomes or starts a session; gives its name.
    package func begin(_ session: ExecSession) throws -> String {
        removeEnded()
        guard let own = ProcessEntry(getpid()) else {
            throw LanyardError(.fileFailed, "/proc cannot be read, so that no session can be kept")
        }
        try files.write(own.name + ".json", Array(Self.document(session).serialized().utf8))
        return own.name
    }

    /// The session that this process is in: the nearest of its parents', else the one that the variable names.
    ///
    /// Throws `refused` for one that is named and gone: whoever came out of it has no account any more.
    package func current(named name: String?) throws -> ExecSession? {
        // Nothing to look for, as nearly always; parents are not walked for it.
        if name == nil && access(folder, F_OK) != 0 { return nil }
        var entry = ProcessEntry(getpid())
        for _ in 0..<64 {
            guard let here = entry else { break }
            if let session = try read(here.name) { return session }
            entry = here.parent > 1 ? ProcessEntry(here.parent) : nil
        }
        guard let name else { return nil }
        guard let session = try read(name) else {
            throw LanyardError(
                .refused,
                "the lanyard exec session of this process is over",
                hint: "unset \(Self.variable)"
            )
        }
        return session
    }

    private func read(_ name: String) throws -> ExecSession? {
        guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else { return nil }
        guard let bytes = try files.read(name + ".json") else { return nil }
        let document = try? JSONValue.parse(bytes)
        let accounts = document?["accounts"]?.arrayValue?.compactMap { entry -> AccountIdentity? in
            guard let id = entry["home_account_id"]?.stringValue, let host = entry["environment"]?.stringValue else {
                return nil
            }
            return AccountIdentity(homeAccountID: HomeAccountID(rawValue: id), environment: host)
        }
        guard document?["version"] == 1, let accounts, !accounts.isEmpty else {
            throw LanyardError(.refused, "the record of this lanyard exec session is damaged: \(folder)/\(name).json")
        }
        return ExecSession(
            accounts: accounts,
            audiences: document?["audiences"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            tenant: try document?["tenant"]?.stringValue.map { text throws(LanyardError) in try RequestedTenant(text) }
        )
    }

    private static func document(_ session: ExecSession) -> JSONValue {
        [
            "version": 1,
            "accounts": .array(
                session.accounts.map {
                    ["home_account_id": .string($0.homeAccountID.rawValue), "environment": .string($0.environment)]
                }
            ),
            "audiences": .array(session.audiences.map { .string($0) }),
            "tenant": session.tenant.map { .string($0.name) } ?? .null,
        ]
    }

    /// A session's process writes nothing when it ends, since it is another program by then.
    private func removeEnded() {
        guard let list = opendir(folder) else { return }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let file = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard file.hasSuffix(".json") else { continue }
            let name = String(file.dropLast(5))
            guard let number = name.split(separator: "-").first.flatMap({ Int32($0) }) else { continue }
            if ProcessEntry(number)?.name != name { try? files.remove(file) }
        }
    }
}

/// A process as `/proc` has it.
private struct ProcessEntry {
    let number: Int32
    let parent: Int32
    /// When it was started, in ticks since the computer was; tells it from a later one of the same number.
    let start: String

    var name: String { "\(number)-\(start)" }

    init?(_ number: Int32) {
        let file = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(file, &bytes, bytes.count)
        // The program's name stands in brackets and may have brackets and blanks of its own.
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: bytes[(bracket + 1)..<count], as: UTF8.self).split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]) else { return nil }
        self.number = number
        self.parent = parent
        start = String(fields[19])
    }
}
