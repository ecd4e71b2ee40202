internal import LanyardCore

/// What was told on the desktop, so that a command that runs each minute does not say it each time.
struct NoticeMemory: Sendable {
    static let fileName = "notices.json"
    /// After this it is told once more.
    static let life: Int64 = 24 * 60 * 60

    /// One thing that was told.
    private struct Entry: Equatable {
        let account: String
        let reason: String
        let time: Int64

        func isGood(_ now: Int64) -> Bool { abs(now - time) < NoticeMemory.life }
    }

    let files: any StateFiles
    let locks: any LockProvider

    /// Whether this was told within the last day.
    func isTold(_ account: String, _ reason: String, now: Int64) throws -> Bool {
        try read().contains { $0.account == account && $0.reason == reason && $0.isGood(now) }
    }

    /// Notes that this is being told; false where another process was faster.
    func claim(_ account: String, _ reason: String, now: Int64, limit: Duration) async throws -> Bool {
        try await locks.withLock("notices", limit: limit) {
            guard try !isTold(account, reason, now: now) else { return false }
            let entry = Entry(account: account, reason: reason, time: now)
            let others = try read().filter { $0.isGood(now) && !($0.account == account && $0.reason == reason) }
            try write(others + [entry])
            return true
        }
    }

    /// Forgets what was told about an account, all or one reason.
    func forget(_ account: String, _ reason: String? = nil, limit: Duration) async throws {
        @Sendable func isMeant(_ entry: Entry) -> Bool {
            entry.account == account && (reason == nil || entry.reason == reason)
        }
        guard try read().contains(where: isMeant) else { return }
        try await locks.withLock("notices", limit: limit) {
            let rest = try read().filter { !isMeant($0) }
            if rest.isEmpty { try files.remove(Self.fileName) } else { try write(rest) }
        }
    }

    /// A damaged file is as good as none: the worst is a notification too many.
    private func read() throws -> [Entry] {
        guard let bytes = try files.read(Self.fileName), let document = try? JSONValue.parse(bytes) else { return [] }
        return (document["told"]?.arrayValue ?? []).compactMap { member in
            guard let account = member["account"]?.stringValue, let reason = member["reason"]?.stringValue,
                let time = member["time"]?.integerValue, time > 0, time < 1 << 53
            else { return nil }
            return Entry(account: account, reason: reason, time: time)
        }
    }

    private func write(_ entries: [Entry]) throws {
        let told = entries.map { entry -> JSONValue in
            ["account": .string(entry.account), "reason": .string(entry.reason), "time": .integer(entry.time)]
        }
        let document: JSONValue = ["version": 1, "told": .array(told)]
        try files.write(Self.fileName, Array(document.serialized().utf8))
    }
}
