import Lanyard
import LanyardCore

/// What `lanyard cache` needs of the library.
protocol CacheService: Sendable {
    func cacheEntries() async throws -> [CacheEntry]
    func cacheStatistics() async -> CacheStatistics
    func verifyCache() async throws -> CacheVerification
    @discardableResult
    func repairCache(_ findings: [CacheFinding]) async throws -> [CacheFinding]
    func makeStoreKey() async throws -> StoreKeyChange
    func rekeyStore() async throws -> StoreKeyChange
    func adoptStore() async throws -> (store: StoreIdentity, forgotten: [Account])
}

extension Application: CacheService {}
