internal import GLibBridge
internal import LanyardCore
internal import LanyardEnvelope
internal import LanyardFiles
internal import LanyardSecretService

/// A store with the files and locks that belong to it.
///
/// Each store has an index of its own: accounts of one are no accounts of another.
struct StoreParts {
    let store: any SecretStore
    let files: any StateFiles
    let locks: any LockProvider

    init(_ configuration: Configuration) {
        switch configuration.store.kind {
        case .secretService:
            store = Self.secretService(configuration)
            files = FileState(directory: configuration.directories.state)
            locks = FileLocks(directory: configuration.directories.runtime, tie: Self.tie(configuration))
        case .file(let source):
            let folder = configuration.directories.envelopes
            store = Self.envelopes(configuration, source)
            files = FileState(directory: folder)
            // Beside the files: whoever reaches them, from a session or a service, meets at the same locks.
            locks = FileLocks(directory: folder, tie: "")
        case .memory:
            store = ProcessStore()
            files = ProcessFiles()
            locks = ProcessLocks()
        }
    }

    static func envelopes(_ configuration: Configuration, _ source: StoreKeySource) -> EnvelopeStore {
        EnvelopeStore(
            folder: configuration.directories.envelopes,
            source: keySource(source, configuration),
            random: SystemRandom(),
            warn: configuration.onWarning,
            onUse: configuration.onStoreUse
        )
    }

    static func keySource(_ source: StoreKeySource, _ configuration: Configuration) -> any KeySource {
        switch source {
        case .file(let path): FileKeySource(path: path)
        case .credential: CredentialKeySource(environment: configuration.environment)
        case .secretService: SecretServiceKeySource(store: secretService(configuration))
        }
    }

    private static func secretService(_ configuration: Configuration) -> SecretServiceStore {
        SecretServiceStore(
            configuration: SecretServiceStore.Configuration(
                promptPolicy: configuration.store.promptLimit.map { .ask(limit: $0) } ?? .never,
                encryptTransport: configuration.store.alwaysEncryptsTransport ? .always : .automatic,
                busAddress: SessionBus.address(in: configuration.environment),
                onPrompt: configuration.onUnlockPrompt
            )
        )
    }

    /// A mark of the store that locks guard: two sessions of one user may share files and not a keyring.
    private static func tie(_ configuration: Configuration) -> String {
        guard let address = SessionBus.address(in: configuration.environment) else { return "" }
        return Digest.sha256(Array(address.utf8)).prefix(4).map { String($0, radix: 16) }.joined(separator: "-")
    }
}

extension Configuration.Directories {
    /// The sealed files of the file store.
    public var envelopes: String { state + "/envelope" }
}
