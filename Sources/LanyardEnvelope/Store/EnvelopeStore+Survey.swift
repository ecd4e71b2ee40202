internal import Glibc
package import LanyardCore
internal import LanyardFiles

extension EnvelopeStore {
    package func survey() async throws -> [SurveyedItem] {
        _ = try await keys()
        var items: [SurveyedItem] = []
        for file in try storing({ try folder.names() }) where !Self.isOther(file) {
            if let item = try await item(file) { items.append(item) }
        }
        return items
    }

    package nonisolated func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool {
        item.handle == EnvelopeName(id).file
    }

    package func putAside(_ handle: String) async throws {
        guard !handle.contains("/") else { return }
        let taken = Set(try storing { try folder.names() })
        let time = Int64(time(nil))
        var number = 1
        while taken.contains(EnvelopeName.aside(handle, time: time, number: number).file) { number += 1 }
        let name = EnvelopeName.aside(handle, time: time, number: number).file
        try storing { _ = try folder.rename(handle, to: name) }
    }

    package func remove(_ handle: String) async throws {
        guard !handle.contains("/") else { return }
        try storing { _ = try folder.remove(handle) }
    }

    package func identity() async throws -> StoreIdentity {
        StoreIdentity(provider: "envelope store", collection: folder.path)
    }

    /// Files of ours that hold no item.
    private static func isOther(_ file: String) -> Bool {
        file == keyName || file.hasPrefix("accounts.") || file.hasSuffix(".json") || file.hasSuffix(".lock")
    }

    private func item(_ file: String) async throws -> SurveyedItem? {
        var item = SurveyedItem(handle: file, kind: ItemKind(rawValue: ""), collection: folder.path)
        guard let name = EnvelopeName(file) else {
            item.problem = .foreign
            item.detail = "is no file of this store"
            return item
        }
        item.kind = name.kind
        item.sign = name.sign
        item.format = "1"
        guard name.kind != .quarantine else { return item }
        let bytes: [UInt8]
        do {
            guard let found = try contents(file) else { return nil }
            bytes = found
        } catch let error as LanyardError {
            item.problem = .unreadable
            item.detail = error.message
            return item
        }
        switch try await open(bytes, as: file) {
        case .content(let content):
            item.label = content.label
            item.clientID = content.clientID
            item.partition = content.partition
            item.value = content.value
        case .unusable(let problem, let detail):
            item.problem = problem
            item.detail = detail
        }
        return item
    }
}
