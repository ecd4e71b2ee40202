internal import GLibBridge
internal import Glibc

/// Asks the desktop to open an address (`org.freedesktop.portal.OpenURI`), the way that works inside sandboxes.
enum DesktopPortal {
    private static let limit: Duration = .seconds(2)

    /// Whether the portal took the address; without a display, a session bus or a portal the answer is no.
    @GLibActor
    static func open(_ url: String) async -> Bool {
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil, let address = SessionBus.address() else {
            return false
        }
        let method = BusMethod(
            destination: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.OpenURI",
            name: "OpenURI",
            mayStart: true
        )
        do {
            let bus = try await BusConnection.connect(to: address, limit: limit)
            _ = try await bus.call(method, [.string(""), .string(url), .array(of: "{sv}", [])], limit: limit)
            return true
        } catch {
            return false
        }
    }
}
