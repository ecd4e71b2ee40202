internal import LanyardCore
internal import LanyardFiles

/// What a change of the key came to.
package struct Rekeying: Sendable {
    /// The new key's id.
    package var key: EnvelopeKey.ID
    /// How many envelopes were sealed anew.
    package var count: Int
    /// The files that could not be opened and stay as they are.
    package var left: [String]
}

extension EnvelopeStore {
    /// Seals every envelope with a new key; the caller holds the store lock.
    ///
    /// The new key is kept beside the old one before the first envelope has it, and the old one goes when the last envelope is
    /// rid of it: killed at any point, every envelope can be opened, and a second run goes on where the first stopped.
    package func rekey() async throws -> Rekeying {
        var ring = try await load()
        let current = try currentID()
        guard var key = ring.keys.first else { throw KeyFault.damaged(source.name) }
        if current == nil || key.id == current {
            ring = ring.adding(random: random)
            try await source.save(ring)
            ring = try await load()
            guard let first = ring.keys.first else { throw KeyFault.damaged(source.name) }
            key = first
        }
        try setCurrent(key.id)
        var result = Rekeying(key: key.id, count: 0, left: [])
        for name in try storing({ try folder.names() }) {
            guard let kind = EnvelopeName(name)?.kind, kind != .quarantine, let bytes = try contents(name) else {
                continue
            }
            switch Envelope.open(bytes, as: name, with: ring) {
            case .content(let content):
                guard Envelope.keyID(of: bytes) != key.id else { continue }
                let sealed = try Envelope.seal(content, as: name, with: key, random: random)
                try storing { try folder.write(name, sealed) }
                result.count += 1
            case .unusable: result.left.append(name)
            }
        }
        // What cannot be opened may be mended yet, and needs its key then.
        if result.left.isEmpty, ring.keys.count > 1, source.isOurs {
            try await source.save(KeyRing([key]))
            try await load()
        }
        return result
    }
}
