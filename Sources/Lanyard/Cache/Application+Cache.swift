internal import GLibBridge
public import LanyardCore
internal import LanyardFiles

extension Application {
    /// Every item that this application keeps, as a list may show it: nothing secret.
    public func cacheEntries() async throws -> [CacheEntry] {
        try await engine.cache.audit().entries.filter { $0.clientID == configuration.clientID.lowercased() }
    }

    /// Reads every item and the index and names what is not as it should be; changes nothing.
    public func verifyCache() async throws -> CacheVerification {
        let audit = try await engine.cache.audit()
        return CacheVerification(
            itemCount: audit.entries.count,
            accountCount: audit.accountCount,
            findings: audit.findings + leftOverFiles.find()
        )
    }

    /// Moves damaged and foreign items aside, removes orphans, duplicates and left-over files, and makes the index anew.
    ///
    /// Only what is in `findings` and still holds. Gives what was done.
    @discardableResult
    public func repairCache(_ findings: [CacheFinding]) async throws -> [CacheFinding] {
        let repaired = try await engine.cache.repair(findings)
        return repaired + (try leftOverFiles.remove(findings))
    }

    /// Counts what is kept and tells where; does what it can where the store is locked or absent.
    public func cacheStatistics() async -> CacheStatistics {
        var statistics = CacheStatistics(store: await diagnoseStore())
        guard statistics.store.problem == nil else { return statistics }
        do {
            statistics.count(try await engine.cache.audit().entries)
        } catch {
            statistics.store.problem = error as? LanyardError ?? LanyardError(.interrupted, "interrupted")
        }
        return statistics
    }

    /// Takes the store that answers now for the right one, and forgets the accounts that are not in it; gives those.
    ///
    /// Nothing is removed from the store before. Without this a changed store is an error, `store_changed`.
    @discardableResult
    public func adoptStore() async throws -> (store: StoreIdentity, forgotten: [Account]) {
        try await engine.cache.adoptStore()
    }

    private var leftOverFiles: LeftOverFiles {
        LeftOverFiles(
            state: configuration.directories.state,
            runtime: configuration.directories.runtime,
            now: engine.ports.clock.now()
        )
    }
}
