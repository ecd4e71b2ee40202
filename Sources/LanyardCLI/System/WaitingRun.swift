import GLibBridge
import Glibc

/// Runs a command that waits, on the main thread, and ends it when a signal asks for that.
struct WaitingRun {
    /// How long a cancelled command may clean up before the process ends all the same.
    static let grace = Duration.milliseconds(900)

    /// How it ended.
    enum Outcome: Sendable {
        case ended(Result<Int32, any Error>)
        case stopped(signal: Int32)
    }

    /// Runs the body to its end; a process that has to end by a signal does not come back.
    static func run(_ body: @escaping @Sendable () async throws -> Int32) -> Outcome {
        GLibActor.executor.runHere { await supervise(body) }
    }

    @GLibActor
    private static func supervise(_ body: @escaping @Sendable () async throws -> Int32) async -> Outcome {
        let task = Task(executorPreference: GLibActor.executor) { try await body() }
        var signal: Int32?
        var timer: Timer?
        let watch = SignalWatch { number in
            // Asked twice, or too slow: the locks are freed by the kernel, and files are replaced whole.
            guard signal == nil else { end(by: number) }
            signal = number
            task.cancel()
            timer = Timer(after: grace) { end(by: number) }
        }
        let result = await task.result
        timer?.cancel()
        watch.stop()
        guard let signal else { return .ended(result) }
        // Done just in time: then it is done.
        if case .success = result { return .ended(result) }
        return .stopped(signal: signal)
    }

    /// Ends the process as the signal asks: 130 for Ctrl-C, by the signal itself for the others.
    static func end(by signal: Int32) -> Never {
        if signal == SIGINT { _exit(ExitCode.interrupted.rawValue) }
        ProcessEnd.bySignal(signal)
    }
}
