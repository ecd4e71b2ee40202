internal import GLibBridge
internal import Glibc
internal import LanyardCore

/// Locks that the kernel keeps, so that the death of a holder frees them.
///
/// Tasks of one process queue first, in order; only the first of them tries for the file. The files are never deleted: a
/// process that waits on a deleted file would hold a lock that nobody else sees.
package struct FileLocks: LockProvider {
    private let state: LockFolder
    private let tie: String

    /// Makes locks in a folder.
    ///
    /// `tie` binds the names to the store they guard: two sessions of one user share files but not a store. It may be empty.
    package init(directory: String, tie: String) {
        state = LockFolder(folder: PrivateFolder(path: directory))
        self.tie = tie
    }

    /// The folder for locks: the session's own, or the state folder where there is none.
    package static func directory(in environment: [String: String]) -> String {
        for (name, rest) in [("XDG_RUNTIME_DIR", "/lanyard"), ("XDG_STATE_HOME", "/lanyard")] {
            if let folder = environment[name], folder.hasPrefix("/") { return folder + rest }
        }
        return (environment["HOME"] ?? "") + "/.local/state/lanyard"
    }

    package func withLock<Result: Sendable>(
        _ name: String,
        limit: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard Self.isName(name) else { throw LanyardError(.internalFault, "not a name of a lock") }
        let file = (tie.isEmpty ? name : "\(name).\(tie)") + ".lock"
        let held = try await state.take(file, deadline: Deadline(in: limit))
        do {
            let result = try await body()
            await state.give(held)
            return result
        } catch {
            await state.give(held)
            throw error
        }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
    }
}

/// A lock that is held.
struct HeldLock: Sendable {
    let file: String
    let descriptor: Int32
}
