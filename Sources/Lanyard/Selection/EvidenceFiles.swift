package import LanyardCore
internal import LanyardFiles
package import LanyardSelection

/// The small files of rules and evidence in the state folder.
package struct EvidenceFiles: Sendable {
    private let files: any StateFiles
    private let locks: any LockProvider

    package init(_ directories: Configuration.Directories) {
        self.init(
            files: FileState(directory: directories.state),
            locks: FileLocks(directory: directories.runtime, tie: "")
        )
    }

    package init(files: any StateFiles, locks: any LockProvider) {
        self.files = files
        self.locks = locks
    }

    /// The document, empty where there is no file yet; a damaged one is told and left as it is.
    package func read<Document: KeptDocument>(_: Document.Type = Document.self) throws -> Document {
        guard let bytes = try files.read(Document.fileName) else { return Document() }
        return try Document(reading: bytes)
    }

    /// Changes the document while no other process does; nothing is written where nothing changes.
    package func update<Document: KeptDocument, Result: Sendable>(
        _: Document.Type = Document.self,
        _ change: @Sendable (inout Document) throws -> Result
    ) async throws -> Result {
        try await locks.withLock("evidence", limit: .seconds(5)) {
            let before: Document = try read()
            var document = before
            let result = try change(&document)
            if document != before { try files.write(Document.fileName, Array(document.serialized().utf8)) }
            return result
        }
    }

    /// Removes the document's file.
    package func remove<Document: KeptDocument>(_: Document.Type) throws { try files.remove(Document.fileName) }
}
