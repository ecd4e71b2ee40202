import Glibc

/// A mutex around one value.
///
/// `Synchronization.Mutex` makes the thread sanitizer report races that are not there on Linux; a `pthread_mutex_t` does not.
package final class Lock<Value>: @unchecked Sendable {
    // Invariant for @unchecked Sendable: `value` is touched only between `pthread_mutex_lock` and `unlock` of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs the body while no other thread has the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
