import FoundationEssentials
import Lanyard
import LanyardCore

/// The library's configuration, made of the settings.
enum LibraryConfiguration {
    static func make(_ settings: Settings, _ cli: CLI) throws(LanyardError) -> Configuration {
        var configuration = Configuration(
            clientID: try settings.resolve(.clientID).value ?? Configuration.developerClientID,
            environment: cli.environment.all
        )
        configuration.directories = Paths(cli.environment).directories
        configuration.authority = try authority(settings)
        if try settings.resolve(.authorityHost).value != nil {
            // The person vouches for it: Microsoft's list of clouds does not know it.
            configuration.knownAuthorities = [configuration.authority.host]
        }
        if let uri = try settings.resolve(.redirectURI).value { configuration.redirectURI = uri }
        configuration.caFile = try settings.resolve(.caFile).value
        configuration.browserCommand = try settings.resolve(.browser).value
        configuration.store.kind = try StoreSetting(settings, cli).kind
        configuration.store.alwaysEncryptsTransport = try settings.resolve(.encryptTransport).value == "always"
        configuration.store.hasPrivateLabels = try settings.resolve(.privateLabels).value == "yes"
        if let problem = configuration.problems().first { throw problem }
        return configuration
    }

    /// The authority that `authority_host` or else the cloud names, for any tenant.
    static func authority(_ settings: Settings) throws(LanyardError) -> Authority {
        if let host = try customHost(settings) { return try Authority(host: host, tenant: .organizations) }
        guard let name = try settings.resolve(.cloud).value, let cloud = Cloud.named(name) else {
            return .organizations
        }
        return try Authority(host: cloud.host, tenant: .organizations)
    }

    /// The host of `authority_host`, without scheme and port 443.
    static func customHost(_ settings: Settings) throws(LanyardError) -> String? {
        guard let text = try settings.resolve(.authorityHost).value else { return nil }
        var host = text.lowercased()
        if host.hasPrefix("https://") { host = String(host.dropFirst(8)) }
        if host.hasSuffix("/") { host.removeLast() }
        return try Authority(host: host, tenant: .organizations).host
    }
}
