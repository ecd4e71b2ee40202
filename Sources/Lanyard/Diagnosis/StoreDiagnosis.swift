public import LanyardCore
internal import LanyardEnvelope
internal import GLibBridge
internal import LanyardFiles
internal import LanyardSecretService

/// What a look at the Secret Service found; nothing was asked, unlocked or changed for it.
public struct StoreDiagnosis: Sendable {
    /// One collection of the provider.
    public struct Collection: Sendable, Hashable {
        /// The provider's own name for it.
        public var path: String
        /// The name for people.
        public var label: String
        /// Whether it has to be unlocked before use.
        public var isLocked: Bool
        /// The names that it can be found by: `default`, `session` or none.
        public var aliases: [String]

        /// Makes a collection.
        public init(path: String, label: String, isLocked: Bool, aliases: [String]) {
            self.path = path
            self.label = label
            self.isLocked = isLocked
            self.aliases = aliases
        }
    }

    /// The key of the file store.
    public struct Key: Sendable, Hashable {
        /// Where it comes from, in words.
        public var source: String
        /// Its id, where it can be told; no secret.
        public var id: String?
        /// The permissions of the folder with the sealed files, where that is there yet.
        public var folderMode: UInt32?
    }

    /// What keeps the store from working; nothing where it works.
    public var problem: LanyardError?
    /// The program that provides the service, where it can be told.
    public var provider: String?
    /// Whether a sign-in is still there after a reboot.
    public var survivesReboot: Bool
    /// Whether the collection that keeps sign-ins is locked.
    public var isLocked: Bool
    /// Whether access tokens have a place in memory only.
    public var hasVolatileCollection: Bool
    /// The store that the accounts were put into, where somebody was signed in.
    public var mark: StoreIdentity?
    /// The key, where the store is one of sealed files.
    public var key: Key?
    /// The provider's process, where it can be told.
    public var processID: UInt32?
    /// All collections of the provider.
    public var collections: [Collection] = []
    /// How long the look took.
    public var duration: Duration

    /// Makes a diagnosis.
    public init(
        problem: LanyardError? = nil,
        provider: String? = nil,
        survivesReboot: Bool = true,
        isLocked: Bool = false,
        hasVolatileCollection: Bool = true,
        duration: Duration = .zero
    ) {
        self.problem = problem
        self.provider = provider
        self.survivesReboot = survivesReboot
        self.isLocked = isLocked
        self.hasVolatileCollection = hasVolatileCollection
        self.duration = duration
    }
}

extension StoreDiagnosis {
    /// Whether the store that answers is another one than the accounts were put into.
    public var isChanged: Bool {
        guard let mark, let path = collections.first(where: { $0.aliases.contains("default") })?.path else {
            return false
        }
        return !StoreMark(mark).fits(StoreIdentity(provider: provider ?? "", collection: path))
    }
}

extension Configuration.Directories {
    /// The store that the accounts were put into, where somebody was signed in; reads one small file.
    public func storeMark() -> StoreIdentity? {
        guard let bytes = try? FileState(directory: state).read(StoreMark.fileName) else { return nil }
        return StoreMark(bytes: bytes)?.identity
    }
}

extension Application {
    /// Looks at the Secret Service without a prompt and without a change.
    public func diagnoseStore() async -> StoreDiagnosis {
        switch configuration.store.kind {
        case .secretService: await diagnoseSecretService()
        case .file(let source): await diagnoseEnvelopes(source)
        case .memory: StoreDiagnosis(provider: "this process", survivesReboot: false)
        }
    }

    private func diagnoseEnvelopes(_ source: StoreKeySource) async -> StoreDiagnosis {
        var found = configuration
        // To be asked is not a diagnosis' business.
        found.store.promptLimit = nil
        found.onStoreUse = {}
        let status = await StoreParts.envelopes(found, source).status()
        var diagnosis = StoreDiagnosis(
            problem: status.problem,
            provider: "envelope store",
            survivesReboot: !status.isInMemory,
            hasVolatileCollection: false
        )
        diagnosis.key = StoreDiagnosis.Key(source: status.keySource, id: status.keyID, folderMode: status.mode)
        diagnosis.collections = [
            StoreDiagnosis.Collection(path: status.folder, label: "", isLocked: false, aliases: ["default"])
        ]
        diagnosis.mark = engine.cache.storedMark()
        return diagnosis
    }

    private func diagnoseSecretService() async -> StoreDiagnosis {
        let address = SessionBus.address(in: configuration.environment)
        let status = await SecretServiceStore(configuration: .init(promptPolicy: .never, busAddress: address)).status()
        var diagnosis = StoreDiagnosis(
            problem: status.problem,
            provider: status.owner?.name,
            survivesReboot: status.survivesReboot,
            isLocked: status.isLocked,
            hasVolatileCollection: status.sessionCollection != nil,
            duration: status.timings.reduce(.zero) { $0 + $1.duration }
        )
        diagnosis.processID = status.owner?.processID
        diagnosis.collections = status.collections.map { collection in
            let aliases = [("default", status.defaultCollection), ("session", status.sessionCollection)]
            return StoreDiagnosis.Collection(
                path: collection.path,
                label: collection.label,
                isLocked: collection.isLocked,
                aliases: aliases.filter { $0.1 == collection.path }.map(\.0)
            )
        }
        diagnosis.mark = engine.cache.storedMark()
        return diagnosis
    }
}
