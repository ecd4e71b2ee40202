import Glibc

/// The folders of the XDG base directory specification, with `lanyard` behind them.
struct Paths: Sendable, Equatable {
    let configuration: String
    let state: String
    let runtime: String

    /// Finds them; a relative XDG variable is to be ignored, as the specification says.
    init(_ environment: Environment) {
        let home = environment["HOME"] ?? Self.homeOfUser
        let base: (String, String) -> String = { variable, fallback in
            guard let path = environment[variable], path.hasPrefix("/") else { return home + fallback }
            return path
        }
        configuration = environment["LANYARD_CONFIG_DIR"] ?? base("XDG_CONFIG_HOME", "/.config") + "/lanyard"
        let state = environment["LANYARD_STATE_DIR"] ?? base("XDG_STATE_HOME", "/.local/state") + "/lanyard"
        self.state = state
        if let path = environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") {
            runtime = path + "/lanyard"
        } else {
            // No folder of the session: a private one that at least every process of the user finds.
            runtime = state + "/run"
        }
    }

    private static var homeOfUser: String {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }
}
