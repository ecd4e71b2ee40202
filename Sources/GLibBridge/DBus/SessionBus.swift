internal import CGio
internal import Glibc

/// Where the session bus is.
package enum SessionBus {
    /// The address from the environment or the user's runtime folder; nothing where there is no bus.
    ///
    /// GLib's own search would start a bus where there is none (`dbus-launch`), which leaves a process behind on every run.
    package static func address(in environment: [String: String]) -> String? {
        if let stated = environment["DBUS_SESSION_BUS_ADDRESS"], !stated.isEmpty {
            // One address and no list is what there is nearly everywhere.
            guard stated.utf8.contains(UInt8(ascii: ";")) || stated.hasPrefix("autolaunch:") else { return stated }
            let parts = stated.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
            return parts.isEmpty ? nil : parts.joined(separator: ";")
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let path = folder + "/bus"
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        guard let escaped = g_dbus_address_escape_value(path) else { return nil }
        defer { g_free(escaped) }
        return "unix:path=" + String(cString: escaped)
    }

    /// The same, for this process.
    package static func address() -> String? {
        var environment: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return address(in: environment)
    }
}
