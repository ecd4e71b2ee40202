internal import CGio

/// Calls back once when a connection to a bus ends.
@GLibActor
package final class BusEnd {
    private let bus: BusConnection
    private var handler: gulong

    /// Waits for the end; one that came before is not told.
    package init(of bus: BusConnection, _ action: @escaping @GLibActor () -> Void) {
        self.bus = bus
        handler = g_signal_connect_data(
            UnsafeMutableRawPointer(bus.pointer),
            "closed",
            unsafeBitCast(closed, to: GCallback.self),
            Unmanaged.passRetained(EndBox(action)).toOpaque(),
            { data, _ in if let data { Unmanaged<EndBox>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0)
        )
    }

    /// Waits no longer.
    package func cancel() {
        guard handler != 0 else { return }
        g_signal_handler_disconnect(UnsafeMutableRawPointer(bus.pointer), handler)
        handler = 0
    }
}

private final class EndBox: Sendable {
    let action: @GLibActor () -> Void
    init(_ action: @escaping @GLibActor () -> Void) { self.action = action }
}

private let closed: @convention(c) (gpointer?, gboolean, gpointer?, gpointer?) -> Void = { _, _, _, data in
    guard let data else { return }
    let box = Unmanaged<EndBox>.fromOpaque(data).takeUnretainedValue()
    GLibActor.assumeIsolated { box.action() }
}
