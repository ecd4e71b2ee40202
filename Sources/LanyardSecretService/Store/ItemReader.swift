internal import GLibBridge
internal import LanyardCore

/// Finds items and reads their secrets.
@GLibActor
struct ItemReader {
    let service: Service
    let gate: PromptGate
    let budget: Budget

    /// The items that match, from the collection for their kind.
    ///
    /// `attributes` of the result are those searched for: to read the true ones costs gnome-keyring a walk over all items each.
    func read(_ query: ItemQuery) async throws -> [StoredItem] {
        guard let collection = try await collection(for: query.kind) else { return [] }
        let attributes = ItemAttributes.some(of: query)
        var paths = try await find(attributes, in: collection)
        var secrets = try await secrets(of: paths)
        if secrets.count < paths.count {
            // Deleted between the two calls, or locked: what is found again and still has no secret cannot be read.
            paths = try await find(attributes, in: collection)
            let missing = paths.filter { secrets[$0] == nil }
            secrets.merge(try await self.secrets(of: missing)) { $1 }
        }
        // One account's item, or all of a list in the first session: its keys may not fit.
        if secrets.isEmpty, let path = paths.first, query.key != nil || !service.isReplacement {
            throw StoreFault.unreadable(path)
        }
        return paths.map { path in
            StoredItem(handle: path, attributes: attributes, value: secrets[path] ?? Secret(bytes: []))
        }
    }

    /// The open collection where items of the kind are; nothing where the provider keeps none in memory.
    ///
    /// An application's own tokens have no durable item to go into instead.
    func collection(for kind: ItemKind) async throws -> String? {
        if kind == .volatile {
            guard let path = try await service.alias(.session, budget) else { return nil }
            try await gate.open(collection: path, service, budget)
            return path
        }
        if kind == .application, let path = try await service.alias(.session, budget) {
            try await gate.open(collection: path, service, budget)
            return path
        }
        guard let path = try await service.alias(.standard, budget) else { throw StoreFault.noDefaultCollection }
        try await gate.open(collection: path, service, budget)
        return path
    }

    /// All open collections with items of the kind: what was put aside stays in the one that it was in.
    func collections(for kind: ItemKind) async throws -> [String] {
        let kinds: [ItemKind] = kind == .quarantine ? [.durable, .volatile] : [kind]
        var paths: [String] = []
        for kind in kinds {
            if let path = try await collection(for: kind), !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// The paths of all that match in the collection, unlocked.
    func find(_ attributes: [String: String], in collection: String) async throws -> [String] {
        var found = try await service.search(attributes, budget)
        let locked = found.locked.filter { $0.hasPrefix(collection + "/") }
        if !locked.isEmpty {
            try await gate.open(items: locked, service, budget)
            found.unlocked += locked
        }
        return found.unlocked.filter { $0.hasPrefix(collection + "/") }
    }

    /// The secrets in one call; one by one where a provider fails the whole over a single item.
    func secrets(of paths: [String]) async throws -> [String: Secret] {
        do {
            return try await service.secrets(paths, budget)
        } catch let error as GLibError where isAboutOneItem(error) {
            var secrets: [String: Secret] = [:]
            for path in paths { secrets[path] = try await secret(of: path) }
            return secrets
        }
    }

    private func secret(of path: String) async throws -> Secret? {
        do {
            return try await service.secrets([path], budget)[path]
        } catch let error as GLibError where StoreFault.isLocked(error) {
            try await gate.open(items: [path], service, budget)
            return try await service.secrets([path], budget)[path]
        } catch let error as GLibError where isAboutOneItem(error) {
            return nil
        }
    }

    /// Locked, vanished, or KWallet's and the Qt providers' words for the latter.
    private func isAboutOneItem(_ error: GLibError) -> Bool {
        StoreFault.isLocked(error) || error.domain == "secret-error"
            || (error.domain == "g-dbus-error-quark" && [16, 19, 41].contains(error.code))
    }
}
