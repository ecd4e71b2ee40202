/// What is inside one surveyed item.
struct ItemExamination {
    let item: SurveyedItem
    /// The record, where it is a sound durable item.
    private(set) var record: AccountRecord?
    /// The sign-in that its document names.
    private(set) var key: AccountKey?
    /// The form of its document.
    private(set) var format: Int64?
    /// What is wrong with it alone.
    private(set) var fault: (problem: CacheFinding.Problem, detail: String)?

    init(_ item: SurveyedItem, partition: String, isFiled: (SurveyedItem, ItemID) -> Bool) {
        self.item = item
        fault = examine(partition, isFiled)
    }

    private static let known: Set<ItemKind> = [
        .durable, .volatile, .application, .marker, .probe, .quarantine, .storeKey,
    ]
    private static let formats: Set<String?> = [nil, "1"]

    private mutating func examine(
        _ partition: String,
        _ isFiled: (SurveyedItem, ItemID) -> Bool
    ) -> (CacheFinding.Problem, String)? {
        if let problem = item.problem { return (problem, item.detail) }
        guard Self.formats.contains(item.format) else { return (.newer, "its mark has the newer form") }
        guard Self.known.contains(item.kind) else { return (.foreign, "is of no kind that is known") }
        guard item.kind == .durable || item.kind == .volatile else { return nil }
        guard item.sign != nil else { return (.foreign, "is filed under no account") }
        guard let value = item.value else { return (.unreadable, "is locked, or was removed meanwhile") }
        guard !value.isEmpty else { return (.unreadable, "comes back empty") }
        if value.withRevealedBytes({ bytes in bytes.allSatisfy { $0 <= 0x20 } }) { return (.blank, "is blank") }
        guard let document = value.withRevealedBytes({ try? JSONValue.parse($0) }) else {
            return isCutShort(value) ? (.truncated, "ends too early") : (.damaged, "is not JSON")
        }
        guard let members = document.objectValue else { return (.damaged, "is no JSON object") }
        if members.isEmpty { return (.blank, "is blank") }
        guard let version = document["version"]?.integerValue else { return (.foreign, "has no version") }
        format = version
        guard version <= (item.kind == .durable ? AccountRecord.version : AccessTokenSet.version) else {
            return (.newer, "has the newer form \(version)")
        }
        guard let id = document["home_account_id"]?.stringValue, !id.isEmpty,
            let environment = document["environment"]?.stringValue, let client = document["client_id"]?.stringValue
        else { return (.damaged, "names no account") }
        let key = AccountKey(
            homeAccountID: HomeAccountID(rawValue: id),
            environment: environment,
            clientID: client
        )
        guard isFiled(item, ItemID(kind: item.kind, key: key, partition: partition)) else {
            return (.foreign, "is of another account than it is filed under")
        }
        self.key = key
        guard item.kind == .durable else { return nil }
        guard case .record(let record) = AccountRecord.read(value, key: key) else { return (.damaged, "is no record") }
        self.record = record
        return nil
    }

    /// An object that begins and does not end.
    private func isCutShort(_ value: Secret) -> Bool {
        value.withRevealedBytes { bytes in
            bytes.first { $0 > 0x20 } == UInt8(ascii: "{") && bytes.last { $0 > 0x20 } != UInt8(ascii: "}")
        }
    }

    /// The line of a list.
    func entry(_ problem: CacheFinding.Problem?) -> CacheEntry {
        CacheEntry(
            handle: item.handle,
            kind: item.kind,
            label: item.label,
            collection: item.collection,
            size: CacheEntry.Size(item.value?.withRevealedBytes { $0.count } ?? 0),
            format: format,
            clientID: key?.clientID ?? item.clientID,
            account: key?.homeAccountID,
            problem: problem
        )
    }
}
