internal import CGio

/// Which signals are meant.
package struct BusSignal: Sendable {
    package var sender: String
    package var interface: String
    package var name: String
    /// The first argument, where only those with this one are meant.
    package var firstArgument: String?

    package init(sender: String, interface: String, name: String, firstArgument: String? = nil) {
        self.sender = sender
        self.interface = interface
        self.name = name
        self.firstArgument = firstArgument
    }
}

/// Calls back for signals on a bus until it is ended.
@GLibActor
package final class BusSubscription {
    private let bus: BusConnection
    private var number: guint

    /// Subscribes; the action gets the arguments, a tuple, on the GLib context.
    package init(_ bus: BusConnection, _ signal: BusSignal, _ action: @escaping @GLibActor (Variant) -> Void) {
        self.bus = bus
        number = g_dbus_connection_signal_subscribe(
            bus.pointer,
            signal.sender,
            signal.interface,
            signal.name,
            nil,
            signal.firstArgument,
            G_DBUS_SIGNAL_FLAGS_NONE,
            arrived,
            Unmanaged.passRetained(SignalBox(action)).toOpaque(),
            { data in if let data { Unmanaged<SignalBox>.fromOpaque(data).release() } }
        )
    }

    /// Ends it; nothing is called any more.
    package func end() {
        guard number != 0 else { return }
        g_dbus_connection_signal_unsubscribe(bus.pointer, number)
        number = 0
    }
}

private final class SignalBox: Sendable {
    let action: @GLibActor (Variant) -> Void
    init(_ action: @escaping @GLibActor (Variant) -> Void) { self.action = action }
}

private let arrived: GDBusSignalCallback = { _, _, _, _, _, arguments, data in
    guard let data, let arguments else { return }
    let box = Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue()
    // The arguments are lent for the call.
    let variant = Variant(taking: g_variant_ref(arguments))
    GLibActor.assumeIsolated { box.action(variant) }
}
