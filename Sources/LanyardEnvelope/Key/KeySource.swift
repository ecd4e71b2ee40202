package import LanyardCore
internal import LanyardFiles

/// Where the key of an envelope store comes from.
package protocol KeySource: Sendable {
    /// The source in words, such as `the key file /home/a/store.key`.
    var name: String { get }
    /// Whether we may change what is in it.
    var isOurs: Bool { get }
    /// The keys; throws `store_key_missing` where there are none.
    func load() async throws -> KeyRing
    /// Keeps these keys; throws `store_key_missing` where the source is not ours to change.
    func save(_ keys: KeyRing) async throws
}

/// A file that only its owner can read.
package struct FileKeySource: KeySource {
    private let file: OwnedFile

    package init(path: String) { file = OwnedFile(path: path, trust: .ownerOnly) }

    package var name: String { "the key file \(file.path)" }
    package var isOurs: Bool { true }

    package func load() async throws -> KeyRing {
        guard let text = try KeyFault.whileReading(name, { try file.read(limit: KeyFault.longest) }) else {
            throw KeyFault.missing(name, KeyFault.makeHint)
        }
        guard let ring = KeyRing(text: text) else { throw KeyFault.damaged(name) }
        return ring
    }

    package func save(_ keys: KeyRing) async throws { try file.replace(keys.text) }

    /// Whether there is a file of that name, readable or not.
    package var exists: Bool { file.exists }
}

/// A credential that systemd gave the service.
package struct CredentialKeySource: KeySource {
    /// The credential's name where nothing else is said.
    package static let standardName = "lanyard.key"
    private let file: OwnedFile?

    package init(environment: [String: String], credential: String = Self.standardName) {
        file = environment["CREDENTIALS_DIRECTORY"].flatMap { folder in
            folder.hasPrefix("/") ? OwnedFile(path: "\(folder)/\(credential)", trust: .systemd) : nil
        }
    }

    package var name: String { "the systemd credential \(Self.standardName)" }
    package var isOurs: Bool { false }

    /// Whether the service has it.
    package var exists: Bool { file?.exists ?? false }

    package func load() async throws -> KeyRing {
        let hint = "add LoadCredential=\(Self.standardName):PATH to the unit"
        guard let file else { throw KeyFault.missing("\(name) ($CREDENTIALS_DIRECTORY is not set)", hint) }
        guard let text = try KeyFault.whileReading(name, { try file.read(limit: KeyFault.longest) }) else {
            throw KeyFault.missing(name, hint)
        }
        guard let ring = KeyRing(text: text) else { throw KeyFault.damaged(name) }
        return ring
    }

    package func save(_ keys: KeyRing) async throws {
        throw LanyardError(
            .storeKeyMissing,
            "\(name) is systemd's to change",
            hint:
                "put a new line with 64 hex digits before the others of the credential, restart the unit, then run this again"
        )
    }
}

/// The failures of key sources.
package enum KeyFault {
    static let longest = 4096
    /// What to do where there was no key yet.
    package static let makeHint = "lanyard cache make-key makes one; where there was one, bring it back from a backup"

    package static func missing(_ name: String, _ hint: String) -> LanyardError {
        LanyardError(.storeKeyMissing, "the key of the envelope store is not there: \(name)", hint: hint)
    }

    package static func damaged(_ name: String) -> LanyardError {
        LanyardError(
            .storeKeyMissing,
            "\(name) holds no key",
            hint: "it needs 64 hex digits in a line, as `openssl rand -hex 32` prints them"
        )
    }

    static func whileReading<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LanyardError {
            throw error.with {
                $0.code = .storeKeyMissing
                $0.message = "\(name) cannot be used: \(error.message)"
            }
        }
    }

    /// The store is sealed with a key that the source does not have.
    static func wrong(_ id: EnvelopeKey.ID, _ name: String, has keys: KeyRing) -> LanyardError {
        let others = keys.keys.map(\.id.description).joined(separator: ", ")
        return LanyardError(
            .storeKeyWrong,
            "the envelopes are sealed with the key \(id), and \(name) has \(others)",
            hint: "bring back the key \(id) as a further line; nothing was changed"
        )
    }
}
