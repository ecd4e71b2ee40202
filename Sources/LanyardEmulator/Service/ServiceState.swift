import LanyardCore

/// Everything that outlives a restart.
struct ServiceState: Codable, Sendable {
    var version = 1
    /// 32 bytes, in hexadecimal: opens codes, refresh tokens and cookies.
    var sealingKey: [UInt8]
    var keys: [StoredKey]
    /// Seconds that the service's clock is ahead of the computer's.
    var clockOffset: Int64 = 0
    /// How often a person's sessions were revoked, and when last.
    var epochs: [String: Int] = [:]
    var revokedAt: [String: Int64] = [:]
    /// Ids of used codes and, in strict mode, refresh tokens, with the second after which nobody asks any more.
    var spent: [String: Int64] = [:]
    /// Sign-ins whose refresh tokens are all void.
    var voidChains: Set<String> = []
    /// Device codes by the hash of the code.
    var devices: [String: DeviceGrant] = [:]
    /// Permissions that people consented to, by person, directory, app and API.
    var consents: [String: [String]] = [:]
    /// Rules that were set while running, by directory.
    var rules: [String: [PolicyRule]] = [:]
    var strictness = Strictness()
    var faults: [Fault] = []
    var nextFault = 1

    init(random: any RandomSource, keys: [StoredKey]) {
        sealingKey = random.bytes(32)
        self.keys = keys
    }
}

/// A signing key as the state file keeps it.
struct StoredKey: Codable, Sendable {
    enum Role: String, Codable, Sendable {
        /// Published, not used yet.
        case next
        case current
        /// Published still, used no more.
        case old
    }

    var id: String
    var role: Role
    var pem: String
    var certificate: String
}
