/// Tells the time.
public protocol Clock: Sendable {
    /// Seconds since 1970, by the computer's clock.
    func now() -> Int64
    /// Waits; ends early with `CancellationError` when the task is cancelled.
    func sleep(_ duration: Duration) async throws
}

/// Gives unpredictable bytes.
public protocol RandomSource: Sendable {
    /// As many bytes as asked for, fit for keys.
    func bytes(_ count: Int) -> [UInt8]
}

/// Hashes and checks signatures.
public protocol Digester: Sendable {
    /// The SHA-256 digest, 32 bytes.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
    /// Whether the signature is the key's over the message (RSASSA-PKCS1-v1_5 with SHA-256, RFC 7518 §3.3).
    func verifiesRS256(_ key: KeySet.Key, message: [UInt8], signature: [UInt8]) -> Bool
}

/// Shows a web page to a person.
public protocol Browser: Sendable {
    /// Opens the page and returns; what the person does there comes back through the redirect listener.
    ///
    /// Throws `no_browser` where none can be started.
    func open(_ url: String) async throws
}

/// Waits for the browser to come back from the authority.
public protocol RedirectListener: Sendable {
    /// Starts to listen on a free loopback port.
    ///
    /// `path` is the one of the redirect URI, `/` where the registered one has none.
    func start(path: String) async throws -> any RedirectSession
}

/// A listener that listens.
public protocol RedirectSession: Sendable {
    /// The port that the system gave.
    var port: Int { get }
    /// Waits for requests and hands each to `judge` until one ends the wait; then gives that one's fields.
    ///
    /// Wrong paths and verbs are answered by the listener itself; `method` is the verb of the redirect: `POST` where form_post
    /// was asked for, else `GET`.
    func wait(
        method: String,
        judge: @escaping @Sendable ([RedirectField]) async -> RedirectJudgement
    ) async throws -> [RedirectField]
    /// Stops to listen; the port is free when this returns.
    func stop() async
}

/// One field of a redirect, decoded.
public struct RedirectField: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value; a code among them.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What becomes of one request to the redirect listener.
public enum RedirectJudgement: Sendable, Equatable {
    /// It is ours and well: show the page that says so, and end the wait.
    case success
    /// It is ours and says that the sign-in failed: show that in these words, and end the wait.
    case failure(message: String)
    /// It is not ours: answer 400 and wait on.
    case foreign
}

/// Keeps processes and tasks from doing the same at once.
public protocol LockProvider: Sendable {
    /// Runs the body while nobody else holds the lock of that name; a holder's death frees it.
    ///
    /// Names are ASCII letters, digits, `-` and `.`. Throws `lock_timed_out` where the wait for the lock passes `limit`.
    func withLock<Result: Sendable>(
        _ name: String,
        limit: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

/// Keeps small files that hold no secret.
public protocol StateFiles: Sendable {
    /// The file's bytes, or nothing where there is no such file.
    func read(_ name: String) throws -> [UInt8]?
    /// Replaces the file so that a reader sees the old or the new one, never a part.
    func write(_ name: String, _ bytes: [UInt8]) throws
    /// Makes a small file; one that is there already becomes empty, since its bytes no longer tell everything.
    ///
    /// Outlives a kill and not a power cut, after which it may be gone or empty.
    func mark(_ name: String, _ bytes: [UInt8]) throws
    /// Removes the file; one that is not there is removed already.
    func remove(_ name: String) throws
}
