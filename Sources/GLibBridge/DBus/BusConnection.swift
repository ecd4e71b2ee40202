internal import CGio

/// One method of one object on a bus.
package struct BusMethod: Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var name: String
    /// Whether a call may start the program that would answer.
    package var mayStart = false

    package init(destination: String, path: String, interface: String, name: String, mayStart: Bool = false) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.name = name
        self.mayStart = mayStart
    }

    /// A method of the bus itself.
    package static func bus(_ name: String) -> BusMethod {
        BusMethod(
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            name: name
        )
    }
}

/// A connection of our own to a message bus.
///
/// GLib's shared one ends the process when the bus goes, and asks for a bus to be started where there is none.
@GLibActor
package final class BusConnection {
    private let object: ObjectRef

    private init(object: ObjectRef) { self.object = object }

    package var pointer: OpaquePointer { object.opaque }

    package static func connect(to address: String, limit: Duration) async throws -> BusConnection {
        // The object is handed over as bits, since it belongs to nobody until this actor has it.
        let bits = try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                let flags =
                    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
                g_dbus_connection_new_for_address(address, .init(rawValue: flags), nil, cancellable, ready, data)
            },
            finish: { _, result in
                UInt(bitPattern: try glibTry { g_dbus_connection_new_for_address_finish(result, &$0) })
            }
        )
        guard let raw = UnsafeMutableRawPointer(bitPattern: bits) else {
            throw GLibError(domain: "g-io-error-quark", code: 0, message: "no connection")
        }
        return BusConnection(object: ObjectRef(owning: raw))
    }

    package var isClosed: Bool { g_dbus_connection_is_closed(pointer) != 0 }

    /// Calls a method and gives its reply, a tuple.
    package func call(_ method: BusMethod, _ arguments: [Variant] = [], limit: Duration) async throws -> Variant {
        let pointer = pointer
        let arguments = Variant.tuple(arguments)
        let flags = method.mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
        return try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                g_dbus_connection_call(
                    pointer,
                    method.destination,
                    method.path,
                    method.interface,
                    method.name,
                    arguments.pointer,
                    nil,
                    flags,
                    Int32.max,
                    cancellable,
                    ready,
                    data
                )
            },
            finish: { source, result in
                let connection = OpaquePointer(source)
                let reply = try glibTry { g_dbus_connection_call_finish(connection, result, &$0) }
                guard let reply else { throw GLibError(domain: "g-io-error-quark", code: 0, message: "no reply") }
                return Variant(taking: reply)
            }
        )
    }

    /// Reads one property.
    package func property(
        _ name: String,
        of interface: String,
        at path: String,
        destination: String,
        limit: Duration
    ) async throws -> Variant {
        let method = BusMethod(
            destination: destination,
            path: path,
            interface: "org.freedesktop.DBus.Properties",
            name: "Get"
        )
        let reply = try await call(method, [.string(interface), .string(name)], limit: limit)
        guard let value = reply.children.first else {
            throw GLibError(domain: "g-io-error-quark", code: 0, message: "an empty reply")
        }
        return value.unboxed
    }
}
