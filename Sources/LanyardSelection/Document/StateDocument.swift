package import LanyardCore

/// One of the small files that remember rules and evidence: JSON with a version, read whole or refused, never reset.
///
/// The files themselves are read and written by whoever holds the ``StateFiles`` port.
package protocol KeptDocument: Sendable, Equatable, SendableMetatype {
    /// The file's name in the state or configuration directory.
    static var fileName: String { get }
    /// An empty document.
    init()
    /// Reads the file's bytes; throws `invalid_configuration` with the place that is wrong.
    init(reading bytes: [UInt8]) throws(LanyardError)
    /// The file's text.
    func serialized() -> String
}

extension History: KeptDocument {}

/// A kept document that is read and written by its members.
package protocol StateDocument: KeptDocument {
    /// Reads the members of the file.
    init(document: DocumentReader) throws(LanyardError)
    /// The members of the file without the version.
    var document: [String: JSONValue] { get }
}

extension StateDocument {
    /// The newest version that this code reads, and the one it writes.
    package static var version: Int64 { 1 }

    /// Reads the file's bytes.
    ///
    /// Throws `invalid_configuration` with the line or member that is wrong; a file that a newer version wrote is refused too,
    /// for writing it back would lose what this version does not understand.
    package init(reading bytes: [UInt8]) throws(LanyardError) {
        guard let document = try? JSONValue.parse(bytes), let members = document.objectValue else {
            throw DocumentReader.damaged(Self.fileName, bytes)
        }
        let reader = DocumentReader(file: Self.fileName, path: "", members: members)
        try reader.requireVersion(Self.version)
        try self.init(document: reader)
    }

    /// The file's text.
    package func serialized() -> String {
        var members = document
        members["version"] = .integer(Self.version)
        return JSONValue.object(members).serialized(pretty: true) + "\n"
    }
}
