internal import GLibBridge
internal import LanyardCore

/// Writes one item: in place where it exists.
@GLibActor
struct ItemWriter {
    let service: Service
    let gate: PromptGate
    let budget: Budget

    private var reader: ItemReader { ItemReader(service: service, gate: gate, budget: budget) }

    func write(_ item: ItemID, label: String, value: Secret) async throws {
        guard let collection = try await reader.collection(for: item.kind) else {
            throw StoreFault.failed("the Secret Service has no collection that is memory only")
        }
        let attributes = ItemAttributes.all(of: item)
        let paths = try await reader.find(attributes, in: collection)
        guard let path = paths.first else {
            return try await create(in: collection, attributes, label: label, value: value)
        }
        try await replace(path, value)
        try await fold(paths.dropFirst())
        await rename(path, label)
    }

    private func create(
        in collection: String,
        _ attributes: [String: String],
        label: String,
        value: Secret
    ) async throws {
        let named = attributes.merging(["xdg:schema": ItemAttributes.schema]) { $1 }
        try await service.creations.wait()
        let path = try await service.create(in: collection, named, label: label, value: value, budget)
        guard path != "/" else { throw StoreFault.failed("the Secret Service made no item and gave no reason") }
        if service.creations.note() {
            let found = try await service.attributes(path, budget)
            service.creations.judge(given: named, found: found)
        }
        service.labels[path] = label
        guard !service.isProven else { return }
        guard try await reader.secrets(of: [path])[path] == value else {
            try await service.delete(path, budget)
            throw StoreFault.altered
        }
        service.isProven = true
    }

    /// The first value that a provider takes is read back: one that changes values would lose them at the next start.
    private func replace(_ path: String, _ value: Secret) async throws {
        guard !service.isProven else { return try await set(path, value) }
        // What cannot be read cannot be put back.
        guard let previous = try await reader.secrets(of: [path])[path] else { throw StoreFault.unreadable(path) }
        try await set(path, value)
        guard try await reader.secrets(of: [path])[path] == value else {
            try await set(path, previous)
            throw StoreFault.altered
        }
        service.isProven = true
    }

    private func set(_ path: String, _ value: Secret) async throws {
        do {
            try await service.setSecret(path, value, budget)
        } catch let error where StoreFault.isLocked(error) {
            try await gate.open(items: [path], service, budget)
            try await service.setSecret(path, value, budget)
        }
    }

    /// Two items of one id come from writers without our lock; the caller has merged what was in them.
    private func fold(_ duplicates: ArraySlice<String>) async throws {
        for path in duplicates { try await service.delete(path, budget) }
    }

    /// A label is for people: a provider that refuses to change it is no reason to fail.
    private func rename(_ path: String, _ label: String) async {
        do {
            if service.labels[path] == nil {
                service.labels[path] = try await service.label(path, Service.itemInterface, budget)
            }
            guard service.labels[path] != label else { return }
            try await service.setLabel(label, of: path, budget)
            service.labels[path] = label
        } catch {
            service.labels[path] = label
        }
    }
}
