import Dispatch

/// Runs what blocks for long, such as the wait for a program, on a thread of its own.
///
/// All tests share as many threads as the machine has processors; one that is blocked holds up tests that have nothing to do
/// with it until their limits pass.
package func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "aside").async {
            continuation.resume(with: Swift.Result { try body() })
        }
    }
}
