import Lanyard
import LanyardCore

/// What the doctor sees without the library: settings, browser, proxy, files.
struct Surroundings {
    let cli: CLI
    let settings: Settings

    var checks: [Check] { [configuration, clientID, browser, proxy, certificates] }

    private var configuration: Check {
        let file = settings.file
        do {
            for key in SettingKey.all { _ = try settings.resolve(key) }
        } catch {
            return .fail("configuration", error)
        }
        let known = SettingKey.all.filter(\.isInFile).map(\.name) + ["format"]
        let unknown = file.keys(in: ConfigurationFile.mainGroup).filter { !known.contains($0) }.sorted()
        guard unknown.isEmpty else {
            return .warn(
                "configuration",
                "\(file.path) has settings that nobody knows: \(unknown.joined(separator: ", "))"
            )
        }
        return .pass("configuration", file.path)
    }

    private var clientID: Check {
        guard let setting = try? settings.resolve(.clientID), let id = setting.value else {
            return .fail("client id", "it cannot be used", fix: "lanyard config get client_id")
        }
        guard id == Configuration.developerClientID else {
            return .pass("client id", "\(id), from \(setting.origin.place)")
        }
        return .pass(
            "client id",
            "\(id), the public one for developers; a company may want one of its own: lanyard config set client_id ID"
        )
    }

    private var browser: Check {
        let environment = cli.environment
        if let command = (try? settings.resolve(.browser))?.value ?? environment["BROWSER"] {
            return .pass("browser", "the command '\(command)'")
        }
        let hasDisplay = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
        guard hasDisplay else {
            return .warn("browser", "there is no display", fix: "sign in with 'lanyard login --device-code'")
        }
        guard let path = ProgramSearch.find("xdg-open", in: environment) else {
            return .warn(
                "browser",
                "there is a display but no xdg-open",
                fix: "apt-get install xdg-utils, or set LANYARD_BROWSER"
            )
        }
        return .pass("browser", path)
    }

    private var proxy: Check {
        let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard let name = names.first(where: { cli.environment[$0] != nil }), let value = cli.environment[name] else {
            return .pass("proxy", "none")
        }
        // A proxy's address may have a password in it.
        guard let at = value.lastIndex(of: "@") else { return .pass("proxy", "\(value), from \(name)") }
        return .pass("proxy", "\(value[value.index(after: at)...]), with a user name, from \(name)")
    }

    private var certificates: Check {
        guard let path = (try? settings.resolve(.caFile))?.value else { return .pass("certificates", "the system's") }
        guard ProgramSearch.canRead(path) else {
            return .fail("certificates", "\(path) cannot be read", fix: "correct ca_file or LANYARD_CA_FILE")
        }
        return .pass("certificates", "the system's and \(path)")
    }
}
