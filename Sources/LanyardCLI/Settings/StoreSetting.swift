import GLibBridge
import Lanyard
import LanyardCore

/// Which store a run uses, and whether the choice is still to be kept.
struct StoreSetting: Sendable {
    let kind: StoreKind
    /// The setting that chose it.
    private let store: Setting
    private let keyFile: Setting
    private let path: String
    private let paths: Paths
    private let isPinned: Bool

    /// Reads the settings; throws where another store is asked for than the one that is pinned.
    init(_ settings: Settings, _ cli: CLI) throws(LanyardError) {
        paths = Paths(cli.environment)
        store = try settings.resolve(.store)
        keyFile = try settings.resolve(.storeKeyFile)
        path = settings.file.path
        let pinned = settings.file[ConfigurationFile.mainGroup, SettingKey.store.name]
        isPinned = pinned != nil
        let name = store.value ?? StoreName.secretService
        // What is only in this process contradicts nothing.
        if let pinned, pinned.text != name, name != StoreName.memory {
            throw LanyardError(
                .invalidConfiguration,
                "\(store.origin.place) asks for the store '\(name)', and tokens are kept in '\(pinned.text)' "
                    + "(\(settings.file.path)\(pinned.line.map { ":\($0)" } ?? ""))",
                hint: "leave it out, or change the store: lanyard config set store \(name)"
            ).with { $0.field = SettingKey.store.name }
        }
        switch name {
        case StoreName.memory: kind = .memory
        case StoreName.file: kind = .file(try Self.keySource(settings, cli))
        default: kind = .secretService
        }
    }

    /// What `store.key` says; else the key file that is named, else the credential that is there, else the standard file.
    private static func keySource(_ settings: Settings, _ cli: CLI) throws(LanyardError) -> StoreKeySource {
        let file = try settings.resolve(.storeKeyFile).value ?? Paths(cli.environment).standardKeyFile
        switch try settings.resolve(.storeKey).value {
        case StoreKeyName.credential: return .credential
        case StoreKeyName.secretService: return .secretService
        case StoreKeyName.file: return .file(path: file)
        default: break
        }
        if try settings.resolve(.storeKeyFile).value == nil, let folder = cli.environment["CREDENTIALS_DIRECTORY"],
            ProgramSearch.canRead(folder + "/lanyard.key")
        {
            return .credential
        }
        return .file(path: file)
    }

    /// What keeps the choice of the file store once it was used: a later command without the flag finds it again.
    func pin(_ printer: Printer) -> @Sendable () -> Void {
        guard case .file(let source) = kind, !isPinned else { return {} }
        let (paths, path, keyFile) = (paths, path, keyFile.value)
        return {
            do {
                try ConfigurationFile.change(in: paths) { file throws(LanyardError) in
                    file.set(ConfigurationFile.mainGroup, SettingKey.store.name, to: StoreName.file)
                    file.set(ConfigurationFile.mainGroup, SettingKey.storeKey.name, to: StoreKeyName.name(of: source))
                    if let keyFile {
                        file.set(ConfigurationFile.mainGroup, SettingKey.storeKeyFile.name, to: keyFile)
                    }
                }
                printer.note("lanyard: tokens are kept in sealed files from now on (\(path))")
            } catch {
                printer.note(
                    "lanyard: warning: the choice of the file store could not be kept: \(Failure(error).error.message)"
                )
            }
        }
    }
}

/// What a store may be called.
enum StoreName {
    static let secretService = "secret-service"
    static let file = "file"
    static let memory = "memory"
    static let all = [secretService, file, memory]
}

/// What the source of the file store's key may be called.
enum StoreKeyName {
    static let file = "file"
    static let credential = "credential"
    static let secretService = "secret-service"
    static let all = [file, credential, secretService]

    static func name(of source: StoreKeySource) -> String {
        switch source {
        case .file: file
        case .credential: credential
        case .secretService: secretService
        }
    }
}
