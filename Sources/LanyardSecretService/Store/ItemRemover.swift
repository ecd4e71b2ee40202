internal import GLibBridge
internal import LanyardCore

/// Deletes items, and looks whether they are gone.
@GLibActor
struct ItemRemover {
    let service: Service
    let gate: PromptGate
    let budget: Budget

    func delete(_ query: ItemQuery) async throws -> Int {
        let reader = ItemReader(service: service, gate: gate, budget: budget)
        guard let collection = try await reader.collection(for: query.kind) else { return 0 }
        let attributes = ItemAttributes.some(of: query)
        let paths = try await reader.find(attributes, in: collection)
        for path in paths { try await delete(path) }
        guard !paths.isEmpty else { return 0 }
        // A provider may answer a delete with success and keep the item.
        let left = Set(try await reader.find(attributes, in: collection)).intersection(paths)
        guard left.isEmpty else {
            throw StoreFault.failed("the Secret Service still has \(left.count) of the \(paths.count) deleted items")
        }
        return paths.count
    }

    private func delete(_ path: String) async throws {
        do {
            try await service.delete(path, budget)
        } catch let error as GLibError where error.domain == "g-dbus-error-quark" && [19, 41].contains(error.code) {
            // Somebody else deleted it meanwhile.
        }
    }
}
