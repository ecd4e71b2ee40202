internal import CGio
internal import GLibBridge

/// Waits until somebody asks the process to end (SIGTERM, SIGINT or SIGHUP).
@GLibActor
final class EndSignal {
    private var sources: [UnsafeMutablePointer<GSource>] = []
    private var continuation: CheckedContinuation<Void, Never>?
    private var hasCome = false

    /// Watches from here on.
    init() {
        // SIGTERM, SIGINT, SIGHUP
        for number: Int32 in [15, 2, 1] {
            guard let source = g_unix_signal_source_new(number) else { continue }
            g_source_set_callback(
                source,
                { data in
                    guard let data else { return 1 }
                    let signal = Unmanaged<EndSignal>.fromOpaque(data).takeUnretainedValue()
                    GLibActor.assumeIsolated { signal.came() }
                    return 1
                },
                Unmanaged.passRetained(self).toOpaque(),
                { data in if let data { Unmanaged<EndSignal>.fromOpaque(data).release() } }
            )
            g_source_attach(source, GLibActor.executor.context)
            sources.append(source)
        }
    }

    func wait() async {
        guard !hasCome else { return }
        await withCheckedContinuation { continuation = $0 }
    }

    private func came() {
        hasCome = true
        continuation?.resume()
        continuation = nil
    }
}
