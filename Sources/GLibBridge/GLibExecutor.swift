internal import CGio
internal import CLanyardShims
import Synchronization

/// Runs Swift jobs on one private `GMainContext`.
///
/// The command iterates the context on its main thread (``runHere(_:)``); a library that never does so gets a thread on the
/// first job. Jobs enter through one source instead of `g_main_context_invoke`, which would run a job inside another one when
/// called on the owning thread.
package final class GLibExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Invariant for @unchecked Sendable: `context` and `source` never change and GLib allows the calls made on them from any
    // thread; everything else is behind `queue` or atomic.
    package let context: OpaquePointer
    private let source: UnsafeMutablePointer<GSource>
    private let queue = Lock<[UnownedJob]>([])
    private let owner = Atomic<UInt>(0)
    private let hasDriver = Atomic<Bool>(false)

    package init() {
        context = g_main_context_new()
        // The source outlives the executor's jobs; the executor itself is never freed (it is a global).
        var made: UnsafeMutablePointer<GSource>?
        let box = UnsafeMutablePointer<Unmanaged<GLibExecutor>?>.allocate(capacity: 1)
        box.initialize(to: nil)
        made = lanyard_job_source_new(
            { data in
                let box = data?.assumingMemoryBound(to: Unmanaged<GLibExecutor>?.self)
                box?.pointee?.takeUnretainedValue().runJobs()
            },
            box
        )
        guard let made else { preconditionFailure("g_source_new gave nothing") }
        source = made
        box.pointee = Unmanaged.passUnretained(self)
        g_source_set_ready_time(source, -1)
        g_source_attach(source, context)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst { g_source_set_ready_time(source, 0) }
        if !hasDriver.load(ordering: .acquiring) { startThread() }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "called outside the GLib context's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? {
        owner.load(ordering: .acquiring) == UInt(bitPattern: g_thread_self())
    }

    private func runJobs() {
        let jobs = queue.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in jobs {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    private func startThread() {
        guard hasDriver.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        let thread = g_thread_new(
            "lanyard-glib",
            { data in
                guard let data else { return nil }
                Unmanaged<GLibExecutor>.fromOpaque(data).takeUnretainedValue().drive(while: { true })
                return nil
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        g_thread_unref(thread)
    }

    private func drive(while goesOn: () -> Bool) {
        owner.store(UInt(bitPattern: g_thread_self()), ordering: .releasing)
        g_main_context_push_thread_default(context)
        while goesOn() { g_main_context_iteration(context, 1) }
        g_main_context_pop_thread_default(context)
        owner.store(0, ordering: .releasing)
    }

    /// Runs the body and everything it starts on the calling thread until the body returns.
    ///
    /// For a command's main thread: no thread is made. Code in the body must not wait for the main actor, which this blocks.
    package func runHere<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let taken = hasDriver.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
            .exchanged
        precondition(taken, "the GLib context already has a thread")
        let outcome = Lock<Result?>(nil)
        Task(executorPreference: self) {
            let result = await body()
            outcome.withLock { $0 = result }
            g_main_context_wakeup(self.context)
        }
        var result: Result?
        drive(while: {
            result = outcome.withLock { $0 }
            return result == nil
        })
        hasDriver.store(false, ordering: .releasing)
        guard let result else { preconditionFailure("the loop ended without a result") }
        return result
    }
}

/// The one actor on which GLib, libsecret and libsoup live.
@globalActor
package actor GLibActor {
    package static let executor = GLibExecutor()
    package static let shared = GLibActor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}
