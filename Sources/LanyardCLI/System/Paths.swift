import Glibc
import Lanyard

/// The folders of the XDG base directory specification, with `lanyard` behind them.
struct Paths: Sendable, Equatable {
    let directories: Configuration.Directories

    var configuration: String { directories.configuration }
    var state: String { directories.state }
    var runtime: String { directories.runtime }

    init(_ environment: Environment) {
        var variables: [String: String] = [:]
        for name in [
            "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "LANYARD_CONFIG_DIR", "LANYARD_STATE_DIR",
        ] {
            variables[name] = environment[name]
        }
        variables["HOME"] = variables["HOME"] ?? Self.homeOfUser
        directories = Configuration.Directories(environment: variables)
    }

    private static var homeOfUser: String? {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
        return String(cString: home)
    }
}
