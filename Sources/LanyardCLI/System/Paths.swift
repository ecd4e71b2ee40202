import Glibc
import Lanyard

/// The folders of the XDG base directory specification, with `lanyard` behind them.
struct Paths: Sendable, Equatable {
    let directories: Configuration.Directories

    var configuration: String { directories.configuration }
    var state: String { directories.state }
    var runtime: String { directories.runtime }
    /// The key of the file store where no other is named: with the person's data, neither with the files that it opens nor with
    /// the settings, which people put into repositories.
    let standardKeyFile: String

    init(_ environment: Environment) {
        var variables: [String: String] = [:]
        for name in [
            "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "LANYARD_CONFIG_DIR",
            "LANYARD_STATE_DIR",
        ] {
            variables[name] = environment[name]
        }
        variables["HOME"] = variables["HOME"] ?? Self.homeOfUser
        directories = Configuration.Directories(environment: variables)
        let data = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        standardKeyFile = (data ?? (variables["HOME"] ?? "/") + "/.local/share") + "/lanyard/store.key"
    }

    private static var homeOfUser: String? {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
        return String(cString: home)
    }
}
