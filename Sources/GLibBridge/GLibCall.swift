package import CGio

/// Awaits one asynchronous GLib call.
///
/// The task's cancellation reaches the call through its `GCancellable`; then this throws `CancellationError`. A call that takes
/// longer than `limit` is cancelled too and throws ``GLibTimeout``. `finish` runs on the context with the call's source object
/// and result.
@GLibActor
package func glibCall<Result: Sendable>(
    limit: Duration?,
    start: (UnsafeMutablePointer<GCancellable>?, @escaping GAsyncReadyCallback, gpointer) -> Void,
    finish: @escaping (UnsafeMutablePointer<GObject>?, OpaquePointer?) throws -> Result
) async throws -> Result {
    try Task.checkCancellation()
    let cancellation = Cancellation()
    var timer: Timer?
    if let limit { timer = Timer(after: limit) { cancellation.cancel(timedOut: true) } }
    defer { timer?.cancel() }
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
