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
            findings: audit.findings + leftOverFiles.flatMap { $0.find() }
        )
    }

    /// Moves damaged and foreign items aside, removes orphans, duplicates and left-over files, and makes the index anew.
    ///
    /// Only what is in `findings` and still holds. Gives what was done.
    @discardableResult
    public func repairCache(_ findings: [CacheFinding]) async throws -> [CacheFinding] {
        let repaired = try await engine.cache.repair(findings)
        return repaired + (try leftOverFiles.flatMap { try $0.remove(findings) })
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

    /// The folder of the other state files, and the store's own where it has one.
    private var leftOverFiles: [LeftOverFiles] {
        let directories = configuration.directories
        let now = engine.ports.clock.now()
        let common = LeftOverFiles(state: directories.state, runtime: directories.runtime, now: now)
        guard case .file = configuration.store.kind else { return [common] }
        return [common, LeftOverFiles(state: directories.envelopes, runtime: directories.envelopes, now: now)]
    }
}
