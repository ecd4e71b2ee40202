/// Notices a client that sends the same failing request again and again.
struct LoopGuard: Sendable {
    private var failures: [[UInt8]: [Int64]] = [:]

    /// Whether the request has failed so often within a minute that it is refused unseen.
    mutating func isLooping(_ request: [UInt8], now: Int64) -> Bool {
        let recent = (failures[request] ?? []).filter { $0 > now - 60 && $0 <= now }
        failures[request] = recent.isEmpty ? nil : recent
        return recent.count >= 19
    }

    mutating func failed(_ request: [UInt8], now: Int64) {
        if failures.count > 1000 { failures = [:] }
        failures[request, default: []].append(now)
    }
}
