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
        var count = 0
        for collection in try await reader.collections(for: query.kind) {
            count += try await delete(ItemAttributes.some(of: query), in: collection, reader)
        }
        return count
    }

    private func delete(
        _ attributes: [String: String],
        in collection: String,
        _ reader: ItemReader
    ) async throws -> Int {
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
        } catch let error as GLibError where StoreFault.isGone(error) {
            // Somebody else deleted it meanwhile.
        }
    }
}
