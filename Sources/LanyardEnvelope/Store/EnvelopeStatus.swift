package import LanyardCore
internal import LanyardFiles

/// What a look at an envelope store found; nothing was changed for it.
package struct EnvelopeStatus: Sendable {
    /// What keeps the store from working; nothing where it works.
    package var problem: LanyardError?
    /// The folder of the envelopes.
    package var folder: String
    /// The folder's permissions; nothing where it is not there yet.
    package var mode: UInt32?
    /// The source of the key, in words.
    package var keySource: String
    /// The id of the key that the store is sealed with, or will be.
    package var keyID: String?
    /// Whether the folder is in memory and gone after a reboot.
    package var isInMemory: Bool
}

extension EnvelopeStore {
    /// Looks at folder and key.
    package func status() async -> EnvelopeStatus {
        var status = EnvelopeStatus(
            folder: folder.path,
            mode: folder.mode,
            keySource: source.name,
            isInMemory: folder.isInMemory
        )
        do {
            let current = try currentID()
            status.keyID = current?.description
            let ring = try await load()
            status.keyID = (current ?? ring.keys.first?.id)?.description
            try storing { try folder.checkWritable() }
        } catch {
            status.problem = error as? LanyardError ?? LanyardError(.storeFailed, "the store cannot be looked at")
        }
        return status
    }
}
