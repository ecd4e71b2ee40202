internal import CGio
internal import CLanyardShims

/// Hands the signals that ask a process to end to code on the GLib context.
///
/// Costs a pipe and no thread. One at a time: the handlers are the process's.
@GLibActor
package final class SignalWatch {
    private var source: UnsafeMutablePointer<GSource>?

    /// Calls the action with the number of each SIGINT, SIGTERM and SIGHUP from now on; one that is ignored stays ignored.
    package init(_ action: @escaping @GLibActor (Int32) -> Void) {
        let descriptor = lanyard_watch_signals()
        guard descriptor >= 0, let source = g_unix_fd_source_new(descriptor, G_IO_IN) else { return }
        let callback: GUnixFDSourceFunc = { descriptor, _, data in
            guard let data else { return 0 }
            let box = Unmanaged<SignalAction>.fromOpaque(data).takeUnretainedValue()
            while true {
                let number = lanyard_next_signal(descriptor)
                guard number > 0 else { return 1 }
                GLibActor.assumeIsolated { box.action(number) }
            }
        }
        g_source_set_callback(
            source,
            unsafeBitCast(callback, to: GSourceFunc.self),
            Unmanaged.passRetained(SignalAction(action)).toOpaque(),
            { data in if let data { Unmanaged<SignalAction>.fromOpaque(data).release() } }
        )
        g_source_attach(source, GLibActor.executor.context)
        self.source = source
    }

    /// Gives the signals back to what they did before.
    package func stop() {
        guard let source else { return }
        g_source_destroy(source)
        g_source_unref(source)
        self.source = nil
        lanyard_unwatch_signals()
    }
}

private final class SignalAction: Sendable {
    let action: @GLibActor (Int32) -> Void
    init(_ action: @escaping @GLibActor (Int32) -> Void) { self.action = action }
}

/// Ends the process.
package enum ProcessEnd {
    /// Ends it by the signal's own default, so that a parent sees what happened.
    package static func bySignal(_ number: Int32) -> Never { lanyard_die_by_signal(number) }
}
