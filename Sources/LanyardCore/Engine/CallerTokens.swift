/// Tokens on behalf of callers, for the life of the process: one set for each caller's token, found by a hash of it.
///
/// A middle tier sees many callers for a short time each; what it keeps is bounded and never written anywhere.
actor CallerTokens {
    private var sets: [String: AccessTokenSet] = [:]
    private var running: [String: Task<ServiceToken, any Error>] = [:]
    private static let capacity = 10_000

    func tokens(of caller: String) -> AccessTokenSet { sets[caller] ?? AccessTokenSet() }

    func keep(_ entry: AccessTokenEntry, of caller: String, now: Int64) {
        if sets.count >= Self.capacity { sets = sets.filter { $0.value.entries.contains { $0.expiresOn > now } } }
        if sets.count >= Self.capacity { sets.removeAll() }
        sets[caller, default: AccessTokenSet()].insert(entry, now: now)
    }

    /// Runs the body once for all who ask the same at the same time.
    ///
    /// It goes on where one of them is cancelled, since the others wait for it.
    func once(
        _ id: String,
        _ body: @escaping @Sendable () async throws -> ServiceToken
    ) async throws -> ServiceToken {
        if let task = running[id] { return try await task.value }
        let task = Task { try await body() }
        running[id] = task
        defer { running[id] = nil }
        return try await task.value
    }
}
