package import CGio

/// Awaits one asynchronous GLib call.
///
/// The task's cancellation reaches the call through its `GCancellable`; then this throws `CancellationError`. A call that takes
/// longer than `limit` is cancelled too and throws ``GLibTimeout``, unless `extension` grants more time then (a person was asked
/// meanwhile). `finish` runs on the context with the call's source object and result.
@GLibActor
package func glibCall<Result: Sendable>(
    limit: Duration?,
    extension: @escaping @GLibActor () -> Duration? = { nil },
    start: (UnsafeMutablePointer<GCancellable>?, @escaping GAsyncReadyCallback, gpointer) -> Void,
    finish: @escaping (UnsafeMutablePointer<GObject>?, OpaquePointer?) throws -> Result
) async throws -> Result {
    try Task.checkCancellation()
    let cancellation = Cancellation()
    if let limit { cancellation.arm(after: limit, extension: `extension`) }
    defer { cancellation.disarm() }
    do {
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let pending = Pending(continuation: continuation, finish: finish)
                start(cancellation.pointer, pendingReady, Unmanaged.passRetained(pending as AnyPending).toOpaque())
            }
        } onCancel: {
            // libsoup wants to be cancelled on its own thread.
            Task { @GLibActor in cancellation.cancel(timedOut: false) }
        }
    } catch let error as GLibError where error.isCancelled {
        if cancellation.timedOut, let limit { throw GLibTimeout(limit: limit) }
        throw CancellationError()
    }
}

/// A `GCancellable` and the reason why it was used.
@GLibActor
private final class Cancellation {
    private let object = ObjectRef(owning: UnsafeMutableRawPointer(g_cancellable_new()))
    private(set) var timedOut = false
    private var timer: Timer?

    func arm(after limit: Duration, extension: @escaping @GLibActor () -> Duration?) {
        timer?.cancel()
        timer = Timer(after: limit) { [self] in
            guard let more = `extension`() else { return cancel(timedOut: true) }
            arm(after: more, extension: `extension`)
        }
    }

    func disarm() {
        timer?.cancel()
        timer = nil
    }

    var pointer: UnsafeMutablePointer<GCancellable> { object.cast() }

    func cancel(timedOut: Bool) {
        if timedOut { self.timedOut = true }
        g_cancellable_cancel(pointer)
    }
}

/// The call in flight; a C callback can capture no generic, hence the plain base class.
private class AnyPending {
    func complete(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {}
}

private final class Pending<Result: Sendable>: AnyPending {
    private let continuation: CheckedContinuation<Result, any Error>
    private let finish: (UnsafeMutablePointer<GObject>?, OpaquePointer?) throws -> Result

    init(
        continuation: CheckedContinuation<Result, any Error>,
        finish: @escaping (UnsafeMutablePointer<GObject>?, OpaquePointer?) throws -> Result
    ) {
        self.continuation = continuation
        self.finish = finish
    }

    override func complete(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
        continuation.resume(with: Swift.Result { try finish(source, result) })
    }
}

private let pendingReady: GAsyncReadyCallback = { source, result, data in
    guard let data else { return }
    Unmanaged<AnyPending>.fromOpaque(data).takeRetainedValue().complete(source, result)
}
