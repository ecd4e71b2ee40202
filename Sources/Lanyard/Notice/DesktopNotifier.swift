internal import GLibBridge
internal import LanyardCore

/// The desktop's own notifications (`org.freedesktop.Notifications`) on the session bus.
struct DesktopNotifier: Notifier {
    /// The name of icon and `.desktop` file, which `contrib/install` puts into place.
    static let entry = "lanyard"

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    let address: String?

    func service(limit: Duration) async throws -> (any NotificationService)? {
        guard let address else { return nil }
        let deadline = Deadline(in: limit)
        let bus = try await BusConnection.connect(to: address, limit: deadline.remaining)
        let reply = try await bus.call(.bus("NameHasOwner"), [.string(Self.name)], limit: deadline.remaining)
        return reply.children.first?.bool == true ? Running(bus: bus) : nil
    }

    private struct Running: NotificationService {
        let bus: BusConnection

        func show(_ notice: DesktopNotice, limit: Duration) async throws {
            let notify = BusMethod(destination: name, path: path, interface: name, name: "Notify")
            let arguments: [Variant] = [
                .string(DesktopNotifier.entry), .uint32(0), .string(DesktopNotifier.entry), .string(notice.summary),
                .string(DesktopNotifier.escaped(notice.body)), .array(of: "s", []),
                .options(["desktop-entry": .string(DesktopNotifier.entry)]), .int32(-1),
            ]
            _ = try await bus.call(notify, arguments, limit: limit)
        }
    }

    /// Services read a little markup in the body, so that what is plain text must not look like it.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
