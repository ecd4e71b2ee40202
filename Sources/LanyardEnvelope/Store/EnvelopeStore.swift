package import LanyardCore
internal import LanyardFiles

/// Keeps items as sealed files in a folder, for machines without a Secret Service.
///
/// A store of its own, chosen by a person: nothing falls back to it, and there is no form of it without a key. "Nothing found" is
/// believed only where the key is at hand and the right one. Deleting needs no key, so that signing out always works. Writers
/// hold the cache's store lock; readers see each file as it was before or after a write.
package actor EnvelopeStore: SecretStore {
    let folder: StrictFolder
    let source: any KeySource
    let random: any RandomSource
    private let warn: @Sendable (String) -> Void
    private let onUse: @Sendable () -> Void
    private var known: KeyRing?
    private var isUsed = false

    /// Makes a store over a folder and a source of keys.
    ///
    /// `warn` gets one line for each file that had to be passed over; `onUse` is called once, when the key was found to be right.
    package init(
        folder: String,
        source: any KeySource,
        random: any RandomSource,
        warn: @escaping @Sendable (String) -> Void,
        onUse: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = StrictFolder(path: folder)
        self.source = source
        self.random = random
        self.warn = warn
        self.onUse = onUse
    }

    /// Access tokens have files of their own, so that a renewal leaves the record alone; they are on the disk, sealed.
    package func hasVolatileCollection() async throws -> Bool {
        _ = try await keys()
        return true
    }

    package func read(_ query: ItemQuery) async throws -> [StoredItem] {
        _ = try await keys()
        if query.kind == .probe {
            try storing { try folder.checkWritable() }
            return []
        }
        var items: [StoredItem] = []
        for name in try files(query) {
            guard let bytes = try contents(name) else { continue }
            switch try await open(bytes, as: name) {
            case .content(let content): items.append(StoredItem(handle: name, attributes: [:], value: content.value))
            case .unusable(let problem, let detail):
                guard let key = query.key else {
                    warn("the file \(name) was passed over: it \(detail)")
                    continue
                }
                guard query.kind == .durable || query.kind == .quarantine else { continue }
                if problem == .newer { throw EnvelopeFault.newer(name, detail, key) }
                // Its bytes are no document either: whoever signs in puts them aside.
                items.append(StoredItem(handle: name, attributes: [:], value: Secret(bytes: bytes)))
            }
        }
        return items
    }

    package func write(_ item: ItemID, label: String, value: Secret) async throws {
        let key = try await sealingKey()
        let content = EnvelopeContent(
            label: label,
            clientID: item.key.clientID,
            partition: item.partition,
            value: value
        )
        let name = EnvelopeName(item).file
        let bytes = try Envelope.seal(content, as: name, with: key, random: random)
        try storing { try folder.write(name, bytes) }
    }

    @discardableResult
    package func delete(_ query: ItemQuery) async throws -> Int {
        var count = 0
        for name in try files(query) where try storing({ try folder.remove(name) }) { count += 1 }
        return count
    }

    // MARK: Files

    /// The names of the files that a query is about.
    func files(_ query: ItemQuery) throws -> [String] {
        guard try storing({ try folder.check() }) else { return [] }
        if let key = query.key, query.kind != .quarantine {
            return [EnvelopeName(ItemID(kind: query.kind, key: key, partition: query.partition)).file]
        }
        return try storing { try folder.names() }.filter { EnvelopeName($0)?.matches(query) ?? false }
    }

    func contents(_ name: String) throws -> [UInt8]? {
        try storing { try folder.read(name, limit: Envelope.maximumSize) }
    }

    /// Opens an envelope; the keys are read again where it has one that is not known yet.
    func open(_ bytes: [UInt8], as name: String) async throws -> Envelope.Opened {
        var ring = try await keys()
        if let id = Envelope.keyID(of: bytes), ring[id] == nil { ring = try await load() }
        return Envelope.open(bytes, as: name, with: ring)
    }

    /// Gives failures of files the code of a store's failure.
    func storing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LanyardError where error.code == .fileFailed {
            throw error.with { $0.code = .storeFailed }
        }
    }

    // MARK: Keys

    /// The keys, of which one is the store's.
    func keys() async throws -> KeyRing {
        if let known { return known }
        return try await load()
    }

    /// Reads the keys from their source, whatever is known already.
    @discardableResult
    func load() async throws -> KeyRing {
        let current = try currentID()
        let ring: KeyRing
        do {
            ring = try await source.load()
        } catch let error as LanyardError where error.code == .storeKeyMissing && current != nil {
            throw error.with {
                $0.message += "; the envelopes are sealed with the key \(current.map { "\($0)" } ?? "")"
            }
        }
        if let current, ring[current] == nil { throw KeyFault.wrong(current, source.name, has: ring) }
        known = ring
        if !isUsed {
            isUsed = true
            onUse()
        }
        return ring
    }

    /// The key to seal with: the one that the store's own file names, which a process that started earlier may not know yet.
    private func sealingKey() async throws -> EnvelopeKey {
        var ring = try await keys()
        guard let id = try currentID() else {
            guard let first = ring.keys.first else { throw KeyFault.damaged(source.name) }
            try setCurrent(first.id)
            return first
        }
        if ring[id] == nil { ring = try await load() }
        guard let key = ring[id] else { throw KeyFault.wrong(id, source.name, has: ring) }
        return key
    }

    /// The key that the store is sealed with: by its own file, or by the first envelope where that file is lost.
    func currentID() throws -> EnvelopeKey.ID? {
        guard try storing({ try folder.check() }) else { return nil }
        if let bytes = try storing({ try folder.read(Self.keyName, limit: 4096) }),
            let id = EnvelopeKey.ID(String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" })
        {
            return id
        }
        for name in try storing({ try folder.names() }) where EnvelopeName(name)?.kind == .durable {
            if let id = try contents(name).flatMap(Envelope.keyID) { return id }
        }
        return nil
    }

    /// The id of the key that something is sealed with already; needs no key.
    package func currentKeyID() throws -> String? { try currentID()?.description }

    func setCurrent(_ id: EnvelopeKey.ID) throws {
        try storing { try folder.write(Self.keyName, Array("\(id)\n".utf8)) }
    }

    /// The file with the id of the key; no secret.
    static let keyName = "key-id"
}

/// The failures of envelopes.
enum EnvelopeFault {
    static func newer(_ name: String, _ detail: String, _ key: AccountKey) -> LanyardError {
        LanyardError(.storeUnreadable, "the file \(name) \(detail)", hint: "update lanyard")
            .with { $0.account = key.homeAccountID.rawValue }
    }
}
