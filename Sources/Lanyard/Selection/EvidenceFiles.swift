internal import LanyardCore
internal import LanyardFiles
package import LanyardSelection

/// The small files of rules and evidence in the state folder.
package struct EvidenceFiles: Sendable {
    private let files: FileState
    private let locks: FileLocks

    package init(_ directories: Configuration.Directories) {
        files = FileState(directory: directories.state)
        locks = FileLocks(directory: directories.runtime, tie: "")
    }

    /// The document, empty where there is no file yet; a damaged one is told and left as it is.
    package func read<Document: StateDocument>(_: Document.Type = Document.self) throws -> Document {
        guard let bytes = try files.read(Document.fileName) else { return Document() }
        return try Document(reading: bytes)
    }

    /// Changes the document while no other process does.
    package func update<Document: StateDocument & SendableMetatype, Result: Sendable>(
        _: Document.Type = Document.self,
        _ change: @Sendable (inout Document) throws -> Result
    ) async throws -> Result {
        try await locks.withLock("evidence", limit: .seconds(5)) {
            var document: Document = try read()
            let result = try change(&document)
            try files.write(Document.fileName, Array(document.serialized().utf8))
            return result
        }
    }
}
