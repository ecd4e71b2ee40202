import CommandLineKit
import LanyardCore
import LanyardSelection

/// Where a value came from.
enum Origin: Sendable, Equatable {
    case flag(String)
    case environment(String)
    case profile(String)
    case file(path: String, line: Int?)
    case builtIn
    case unset

    /// The stable word for it.
    var source: String {
        switch self {
        case .flag: "flag"
        case .environment: "environment"
        case .profile: "profile"
        case .file: "file"
        case .builtIn: "default"
        case .unset: "unset"
        }
    }

    /// The place itself.
    var place: String {
        switch self {
        case .flag(let name), .environment(let name): name
        case .profile(let name): "profile \(name)"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .builtIn: "default"
        case .unset: ""
        }
    }
}

/// A setting's value and where it came from.
struct Setting: Sendable, Equatable {
    let value: String?
    let origin: Origin
}

/// The settings of one run: flag, then environment, then profile, then configuration file, then default.
struct Settings: Sendable {
    let environment: Environment
    let flags: @Sendable (SettingKey) -> String?
    let file: ConfigurationFile
    private let profile: (name: String, group: String)?

    /// Reads the configuration file; throws where that is damaged, or has not the profile that was asked for.
    init(_ cli: CLI, _ call: Invocation) throws(LanyardError) {
        environment = cli.environment
        flags = { key in key.flag.flatMap { call[$0] } }
        file = try ConfigurationFile(in: Paths(cli.environment))
        profile = try Self.profile(flags, environment, file)
    }

    /// The value that counts, checked.
    func resolve(_ key: SettingKey) throws(LanyardError) -> Setting {
        let setting = find(key)
        guard let value = setting.value else { return setting }
        do {
            try key.check(value)
        } catch {
            throw error.with {
                if setting.origin != .builtIn { $0.message = "\(setting.origin.place): \($0.message)" }
                if case .file = setting.origin { $0.code = .invalidConfiguration }
                $0.field = key.name
            }
        }
        return setting
    }

    private func find(_ key: SettingKey) -> Setting {
        if let value = flags(key), let flag = key.flag { return Setting(value: value, origin: .flag(flag.option.name)) }
        if let name = key.environment, let value = environment[name] {
            return Setting(value: value, origin: .environment(name))
        }
        if let profile, key.isInProfile, let entry = file[profile.group, key.name] {
            return Setting(value: entry.text, origin: .profile(profile.name))
        }
        if key.isInFile, let entry = file[ConfigurationFile.mainGroup, key.name] {
            return Setting(value: entry.text, origin: .file(path: file.path, line: entry.line))
        }
        return Setting(value: key.builtIn, origin: key.builtIn == nil ? .unset : .builtIn)
    }

    /// Everybody who asks for an account, whoever wins.
    func accountSelectors() throws(LanyardError) -> [AccountSelector] {
        _ = try resolve(.account)
        var selectors: [AccountSelector] = []
        if let name = flags(.account) { selectors.append(AccountSelector(name, from: .flag)) }
        if let name = environment["LANYARD_ACCOUNT"] { selectors.append(AccountSelector(name, from: .environment)) }
        if let profile, let entry = file[profile.group, SettingKey.account.name] {
            selectors.append(AccountSelector(entry.text, from: .profile))
        }
        return selectors
    }

    /// The scopes of the profile in use.
    var profileScopes: [String] { profile.flatMap { file[$0.group, "scope"]?.list } ?? [] }

    private static func profile(
        _ flags: @Sendable (SettingKey) -> String?,
        _ environment: Environment,
        _ file: ConfigurationFile
    ) throws(LanyardError) -> (name: String, group: String)? {
        let named = flags(.profile) ?? environment["LANYARD_PROFILE"]
        guard let name = named ?? file[ConfigurationFile.mainGroup, SettingKey.profile.name]?.text else { return nil }
        try ProfileName.check(name)
        let group = ConfigurationFile.profileGroup(name)
        guard file.hasGroup(group) else {
            throw LanyardError(.accountNotFound, "there is no profile '\(name)'", hint: "lanyard profile list")
        }
        return (name, group)
    }
}
