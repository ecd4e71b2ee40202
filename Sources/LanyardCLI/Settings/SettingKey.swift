import CommandLineKit
import Lanyard
import LanyardCore

/// One setting: where it may come from and what it must be.
struct SettingKey: Sendable {
    /// Its name in the configuration file and in `lanyard config`.
    let name: String
    /// What it is for.
    let help: String
    let flag: OptionKey<String?>?
    let environment: String?
    /// Whether the configuration file may have it.
    let isInFile: Bool
    /// Whether a profile may have it.
    let isInProfile: Bool
    let builtIn: String?
    let check: @Sendable (String) throws(LanyardError) -> Void

    init(
        _ name: String,
        _ help: String,
        flag: OptionKey<String?>? = nil,
        environment: String? = nil,
        isInFile: Bool = true,
        isInProfile: Bool = false,
        builtIn: String? = nil,
        check: @escaping @Sendable (String) throws(LanyardError) -> Void = InputRule.plainText
    ) {
        self.name = name
        self.help = help
        self.flag = flag
        self.environment = environment
        self.isInFile = isInFile
        self.isInProfile = isInProfile
        self.builtIn = builtIn
        self.check = check
    }
}

extension SettingKey {
    static let account = SettingKey(
        "account",
        "the account to act as",
        flag: SelectionOptions.account,
        environment: "LANYARD_ACCOUNT",
        isInFile: false,
        isInProfile: true
    )
    static let tenant = SettingKey(
        "tenant",
        "the tenant to act in",
        flag: SelectionOptions.tenant,
        environment: "LANYARD_TENANT",
        isInFile: false,
        isInProfile: true,
        check: InputRule.tenant
    )
    /// The tenant where somebody signs in, for which three words stand for any tenant.
    static let signInTenant = SettingKey(
        "tenant",
        "the tenant to act in",
        flag: SelectionOptions.tenant,
        environment: "LANYARD_TENANT",
        isInFile: false,
        isInProfile: true,
        check: InputRule.tenantOrAudience
    )
    static let profile = SettingKey(
        "profile",
        "the profile whose values count where none is given",
        flag: SelectionOptions.profile,
        environment: "LANYARD_PROFILE",
        check: ProfileName.check
    )
    static let cloud = SettingKey(
        "cloud",
        "the cloud",
        flag: SelectionOptions.cloud,
        environment: "LANYARD_CLOUD",
        isInProfile: true,
        builtIn: "public",
        check: CloudName.check
    )
    static let clientID = SettingKey(
        "client_id",
        "the application to act as",
        flag: SelectionOptions.clientID,
        environment: "LANYARD_CLIENT_ID",
        isInProfile: true,
        builtIn: Configuration.developerClientID,
        check: InputRule.clientID
    )
    static let redirectURI = SettingKey("redirect_uri", "the redirect address registered for the application")
    static let authorityHost = SettingKey(
        "authority_host",
        "an authority that is none of the clouds",
        environment: "LANYARD_AUTHORITY_HOST",
        check: InputRule.authorityHost
    )
    static let caFile = SettingKey(
        "ca_file",
        "a file of certificates to trust beside the system's",
        environment: "LANYARD_CA_FILE"
    )
    static let store = SettingKey(
        "store",
        "where tokens are kept: secret-service, file or memory",
        flag: SelectionOptions.store,
        environment: "LANYARD_STORE",
        builtIn: StoreName.secretService,
        check: InputRule.choice("the store", StoreName.all)
    )
    static let storeKey = SettingKey(
        "store.key",
        "where the key of the file store comes from: file, credential or secret-service",
        environment: "LANYARD_STORE_KEY",
        check: InputRule.choice("store.key", StoreKeyName.all)
    )
    static let storeKeyFile = SettingKey(
        "store.key_file",
        "the file with the key of the file store",
        environment: "LANYARD_STORE_KEY_FILE"
    )
    static let encryptTransport = SettingKey(
        "store.encrypt_transport",
        "'always' encrypts even access tokens on the session bus, for some milliseconds more",
        environment: "LANYARD_STORE_ENCRYPT_TRANSPORT",
        builtIn: "automatic",
        check: InputRule.choice("store.encrypt_transport", ["automatic", "always"])
    )
    static let privateLabels = SettingKey(
        "store.private_labels",
        "'yes' keeps names of people out of the labels that keyring programs show",
        environment: "LANYARD_STORE_PRIVATE_LABELS",
        builtIn: "no",
        check: InputRule.choice("store.private_labels", ["yes", "no"])
    )
    static let notifyAutomatically = "auto"
    static let notifications = SettingKey(
        "notifications",
        "'auto' tells on the desktop when a command that nobody watches needs a sign-in, 'never' does not",
        environment: "LANYARD_NOTIFICATIONS",
        builtIn: notifyAutomatically,
        check: InputRule.choice("notifications", [notifyAutomatically, "never"])
    )
    static let browser = SettingKey(
        "browser",
        "the command that opens the browser",
        environment: "LANYARD_BROWSER"
    )
    static let defaultAccount = SettingKey("default_account", "the account where nothing else decides")
    static let defaultTenant = SettingKey(
        "default_tenant",
        "the default account's tenant",
        check: InputRule.tenant
    )
    static let selection = SettingKey(
        "selection",
        "'strict' never guesses an account",
        builtIn: "normal",
        check: InputRule.choice("selection", ["normal", "strict"])
    )

    /// All of them, as `lanyard config` lists them.
    static let all = [
        account, tenant, profile, cloud, clientID, redirectURI, authorityHost, caFile, store, storeKey, storeKeyFile,
        encryptTransport, privateLabels, notifications, browser, defaultAccount, defaultTenant, selection,
    ]
}

/// What a profile may be called.
enum ProfileName {
    static func check(_ text: String) throws(LanyardError) {
        let isGood = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isGood, !text.isEmpty, text.utf8.count <= 64 else {
            throw LanyardError(.invalidArgument, "a profile's name has letters, digits, dots and dashes")
        }
    }
}
