internal import CGio

extension BusConnection {
    /// Sends several calls at once and waits for all replies; an answer to one is no condition for the next.
    ///
    /// Throws the first failure in the order of the calls.
    package func calls(_ calls: [(method: BusMethod, arguments: [Variant])], limit: Duration) async throws -> [Variant]
    {
        let connection = pointer
        let batch = Batch(count: calls.count)
        return try await glibCall(
            limit: limit,
            start: { cancellable, ready, data in
                batch.task = g_task_new(nil, cancellable, ready, data)
                for (index, call) in calls.enumerated() {
                    let arguments = Variant.tuple(call.arguments)
                    g_dbus_connection_call(
                        connection,
                        call.method.destination,
                        call.method.path,
                        call.method.interface,
                        call.method.name,
                        arguments.pointer,
                        nil,
                        call.method.mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
                        Int32.max,
                        cancellable,
                        replied,
                        Unmanaged.passRetained(Place(batch: batch, index: index)).toOpaque()
                    )
                }
            },
            finish: { _, result in
                _ = try glibTry { g_task_propagate_boolean(result, &$0) }
                return try batch.replies.map { try $0.get() }
            }
        )
    }
}

/// The replies of calls under way.
@GLibActor
private final class Batch {
    var task: OpaquePointer?
    var replies: [Result<Variant, any Error>]
    private var missing: Int

    init(count: Int) {
        missing = count
        replies = Array(repeating: .failure(CancellationError()), count: count)
    }

    func fill(_ index: Int, _ reply: Result<Variant, any Error>) {
        replies[index] = reply
        missing -= 1
        guard missing == 0, let task else { return }
        g_task_return_boolean(task, 1)
        g_object_unref(UnsafeMutableRawPointer(task))
    }
}

private final class Place: Sendable {
    let batch: Batch
    let index: Int

    init(batch: Batch, index: Int) {
        self.batch = batch
        self.index = index
    }
}

private let replied: GAsyncReadyCallback = { source, result, data in
    guard let data else { return }
    let place = Unmanaged<Place>.fromOpaque(data).takeRetainedValue()
    let reply = Result {
        let reply = try glibTry { g_dbus_connection_call_finish(OpaquePointer(source), result, &$0) }
        guard let reply else { throw GLibError(domain: "g-io-error-quark", code: 0, message: "no reply") }
        return Variant(taking: reply)
    }
    GLibActor.assumeIsolated { place.batch.fill(place.index, reply) }
}
