internal import CGio

/// Runs something once on the GLib context after a time.
@GLibActor
package final class Timer {
    private var source: UnsafeMutablePointer<GSource>?

    package init(after delay: Duration, _ action: @escaping @GLibActor () -> Void) {
        let box = ActionBox(action)
        let source = g_timeout_source_new(delay.milliseconds)
        g_source_set_callback(
            source,
            { data in
                guard let data else { return 0 }
                let box = Unmanaged<ActionBox>.fromOpaque(data).takeUnretainedValue()
                GLibActor.assumeIsolated { box.action() }
                return 0
            },
            Unmanaged.passRetained(box).toOpaque(),
            { data in if let data { Unmanaged<ActionBox>.fromOpaque(data).release() } }
        )
        g_source_attach(source, GLibActor.executor.context)
        self.source = source
    }

    /// Keeps the action from running; does nothing after it ran.
    package func cancel() {
        guard let source else { return }
        g_source_destroy(source)
        g_source_unref(source)
        self.source = nil
    }
}

private final class ActionBox: Sendable {
    let action: @GLibActor () -> Void
    init(_ action: @escaping @GLibActor () -> Void) { self.action = action }
}

extension GLibActor {
    /// Runs the body at once, on the promise that the caller is on the context's thread.
    package static func assumeIsolated<Result: Sendable>(_ body: @GLibActor () throws -> Result) rethrows -> Result {
        executor.checkIsolated()
        return try withoutActuallyEscaping(body) { try unsafeBitCast($0, to: (() throws -> Result).self)() }
    }

    /// Waits on a GLib timer instead of Dispatch's threads.
    @GLibActor
    package static func sleep(_ delay: Duration) async throws {
        _ = try await glibCall(
            limit: nil,
            start: { cancellable, ready, data in
                let task = g_task_new(nil, cancellable, ready, data)
                let source = g_timeout_source_new(delay.milliseconds)
                g_task_attach_source(
                    task,
                    source,
                    { data in
                        g_task_return_boolean(OpaquePointer(data), 1)
                        return 0
                    }
                )
                // A cancelled GTask returns only when its source does; wake it at once.
                let cancelSource = g_cancellable_source_new(cancellable)
                g_source_set_dummy_callback(cancelSource)
                g_source_add_child_source(source, cancelSource)
                g_source_unref(cancelSource)
                g_source_unref(source)
                g_object_unref(UnsafeMutableRawPointer(task))
            },
            finish: { _, result in try glibTry { g_task_propagate_boolean(result, &$0) } }
        )
    }
}

extension Duration {
    /// Whole milliseconds, rounded up and kept within what GLib can take.
    package var milliseconds: UInt32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        let total = seconds.multipliedReportingOverflow(by: 1000)
        guard !total.overflow else { return .max }
        let rest = attoseconds / 1_000_000_000_000_000 + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
        return UInt32(clamping: total.partialValue + rest)
    }
}
