extension TokenCache {
    /// Reads every item and the index, changes nothing.
    public func audit() async throws -> CacheAudit {
        // Before the lock, so that a machine without a store gets no file of ours.
        _ = try await store.hasVolatileCollection()
        try await checkMark()
        return try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) { try await auditNow() }
    }

    /// Carries out the remedies of these findings as far as they still hold, and gives those carried out.
    ///
    /// What has no remedy is left. A second run finds nothing to do.
    @discardableResult
    public func repair(_ agreed: [CacheFinding]) async throws -> [CacheFinding] {
        try await checkMark()
        return try await locks.withLock(Self.storeLock, limit: Self.storeLockLimit) {
            let found = try await auditNow().findings
            var repaired = found.filter { $0.remedy != .none && agreed.contains($0) }
            try await carryOut(repaired)
            if repaired.contains(where: { $0.remedy == .putAside }) {
                // The access tokens of an account go with its record.
                let consequences = try await auditNow().findings.filter { $0.problem == .orphan && !found.contains($0) }
                try await carryOut(consequences)
                repaired += consequences
            }
            // What was put aside may have been all there was.
            if !repaired.isEmpty { try await rebuildIndexNow(isAdopting: true) }
            return repaired
        }
    }

    /// Removes access tokens of accounts that are not there, for one who holds the store lock.
    func removeOrphans(of items: [SurveyedItem]) async throws {
        try await carryOut(try audit(of: items).findings.filter { $0.problem == .orphan })
    }

    private func carryOut(_ findings: [CacheFinding]) async throws {
        for finding in findings {
            switch finding.remedy {
            case .putAside: try await store.putAside(finding.subject)
            case .remove: try await store.remove(finding.subject)
            case .rebuildIndex, .none: continue
            }
        }
    }

    private func auditNow() async throws -> CacheAudit { try audit(of: try await store.survey()) }

    private func audit(of items: [SurveyedItem]) throws -> CacheAudit {
        let index: CacheAudit.Index
        if let bytes = try files.read(Self.indexName) ?? files.read(Self.formerIndexName) {
            index = AccountIndex(bytes: bytes).map { .present($0) } ?? .damaged
        } else {
            index = .absent
        }
        return CacheAudit(items: items, index: index, partition: partition, isFiled: store.isFiled)
    }
}
