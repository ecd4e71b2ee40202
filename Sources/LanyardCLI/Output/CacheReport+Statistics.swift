import Lanyard
import LanyardCore

extension CacheReport {
    private static let kinds: [ItemKind] = [.durable, .volatile, .quarantine]

    static func statistics(_ found: CacheStatistics) -> Report {
        let store = found.store
        var rows = [
            ["provider", store.provider ?? ""], ["process", store.processID.map(String.init) ?? ""],
            ["state", store.problem?.code.rawValue ?? "open"],
        ]
        if store.isSeen {
            rows.append(["survives_reboot", store.survivesReboot ? "yes" : "no"])
            rows.append(["access_tokens", place(of: store)])
        }
        if let key = store.key { rows += [["key_id", key.id ?? ""], ["key", key.source]] }
        if let mark = store.mark {
            rows.append(["accounts_put_into", mark.description + (store.isChanged ? ", another than this" : "")])
        }
        for collection in store.collections {
            let words = [collection.label, collection.isLocked ? "locked" : "unlocked"] + collection.aliases
            rows.append(["collection", ([collection.path] + words.filter { !$0.isEmpty }).joined(separator: ", ")])
        }
        for kind in kinds {
            guard let counts = found.counts else { continue }
            rows.append([kind.rawValue, String(counts[kind] ?? 0)])
        }
        let lines = rows.map { $0[0] + String(repeating: " ", count: 19 - $0[0].count) + $0[1] }
        return Report(json: json(found), rows: rows, text: .lines(lines))
    }

    private static func place(of store: StoreDiagnosis) -> String {
        if store.hasVolatileCollection { return "memory only" }
        return store.key == nil ? "with the sign-ins" : "sealed, in files of their own"
    }

    private static func json(_ found: CacheStatistics) -> JSONValue {
        let store = found.store
        return [
            "provider": text(store.provider),
            "process_id": store.processID.map { .integer(Int64($0)) } ?? .null,
            "store_changed": .bool(store.isChanged),
            "accounts_in": store.mark.map {
                ["provider": .string($0.provider), "collection": .string($0.collection)]
            } ?? .null,
            "key": store.key.map { ["id": text($0.id), "source": .string($0.source)] } ?? .null,
            "problem": text(store.problem?.code.rawValue),
            "locked": .bool(store.isLocked),
            "survives_reboot": store.isSeen ? .bool(store.survivesReboot) : .null,
            "volatile_collection": store.isSeen ? .bool(store.hasVolatileCollection) : .null,
            "collections": .array(
                store.collections.map { collection in
                    [
                        "path": .string(collection.path),
                        "label": .string(collection.label),
                        "locked": .bool(collection.isLocked),
                        "aliases": .array(collection.aliases.map { .string($0) }),
                    ]
                }
            ),
            "items": found.counts.map { counts in
                .object(
                    Dictionary(
                        uniqueKeysWithValues: kinds.map { ($0.rawValue, .integer(Int64(counts[$0] ?? 0))) }
                    )
                )
            } ?? .null,
        ]
    }
}

extension StoreDiagnosis {
    /// Whether the look came as far as the collections; what they can do is not known before.
    fileprivate var isSeen: Bool { problem == nil || !collections.isEmpty }
}
