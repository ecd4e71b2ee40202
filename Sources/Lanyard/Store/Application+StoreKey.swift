internal import LanyardCore
internal import LanyardEnvelope
internal import LanyardFiles

/// What a new key of the file store came to.
public struct StoreKeyChange: Sendable, Hashable {
    /// The id of the key; no secret.
    public var keyID: String
    /// Where the key is, in words.
    public var source: String
    /// How many files were sealed anew.
    public var sealedCount: Int
    /// The files that could not be opened and stay as they are.
    public var left: [String]

    /// Makes a result.
    public init(keyID: String, source: String, sealedCount: Int, left: [String]) {
        self.keyID = keyID
        self.source = source
        self.sealedCount = sealedCount
        self.left = left
    }
}

extension Application {
    /// Makes the first key of the file store at its source.
    ///
    /// Throws where there is a key already, and where sealed files are there whose key is missing: a new one would not open them.
    public func makeStoreKey() async throws -> StoreKeyChange {
        let (store, source) = try envelopes()
        return try await engine.ports.locks.withLock("store", limit: .seconds(20)) {
            if let id = try await store.currentKeyID() {
                throw LanyardError(
                    .storeKeyMissing,
                    "there are files sealed with the key \(id) already; a new key would not open them",
                    hint: "bring that key back, or change it: lanyard cache rekey"
                )
            }
            if try await hasKey(source) {
                throw LanyardError(.refused, "there is a key already: \(source.name)", hint: "lanyard doctor")
            }
            let ring = KeyRing([]).adding(random: SystemRandom())
            try await source.save(ring)
            configuration.onStoreUse()
            return StoreKeyChange(
                keyID: ring.keys.first.map { "\($0.id)" } ?? "",
                source: source.name,
                sealedCount: 0,
                left: []
            )
        }
    }

    /// Seals everything in the file store with a new key, and drops the old one.
    ///
    /// Interrupted, it is carried on by the next call; no file is without a key meanwhile.
    public func rekeyStore() async throws -> StoreKeyChange {
        let (store, source) = try envelopes()
        return try await engine.ports.locks.withLock("store", limit: .seconds(20)) {
            let result = try await store.rekey()
            return StoreKeyChange(
                keyID: "\(result.key)",
                source: source.name,
                sealedCount: result.count,
                left: result.left
            )
        }
    }

    /// A key source says that something is there even where it cannot be used: that is not to be written over.
    private nonisolated func hasKey(_ source: any KeySource) async throws -> Bool {
        if let file = source as? FileKeySource { return file.exists }
        if !source.isOurs { return true }
        do {
            _ = try await source.load()
            return true
        } catch let error as LanyardError where error.code == .storeKeyMissing && error.hint == KeyFault.makeHint {
            return false
        }
    }

    private func envelopes() throws -> (EnvelopeStore, any KeySource) {
        guard case .file(let source) = configuration.store.kind else {
            throw LanyardError(
                .invalidArgument,
                "only the file store has a key",
                hint: "name it: --store file, or lanyard config set store file"
            )
        }
        return (StoreParts.envelopes(configuration, source), StoreParts.keySource(source, configuration))
    }
}
