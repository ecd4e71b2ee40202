public import LanyardCore

/// What a look at every item of the cache found.
public struct CacheVerification: Sendable {
    /// How many items were read.
    public var itemCount: Int
    /// How many accounts can be used.
    public var accountCount: Int
    /// What is not as it should be; empty for a sound cache.
    public var findings: [CacheFinding]

    /// Makes a result.
    public init(itemCount: Int, accountCount: Int, findings: [CacheFinding]) {
        self.itemCount = itemCount
        self.accountCount = accountCount
        self.findings = findings
    }
}
