/// Keeps items of secret bytes, found by attributes.
///
/// The token cache puts its documents into it and knows what is inside; an implementation knows only how to find, read, write and
/// delete items. Failures are `LanyardError`s with one of the `store…` codes; "nothing found" is an empty list and believed only
/// where the store was open.
public protocol SecretStore: Sendable {
    /// Whether items of kind ``ItemKind/volatile`` have a place that forgets them at logout and never touches the disk.
    func hasVolatileCollection() async throws -> Bool
    /// The items that match, with their secrets.
    func read(_ query: ItemQuery) async throws -> [StoredItem]
    /// Writes one item: updates the one of that id in place, creates it where there is none, folds duplicates.
    func write(_ item: ItemID, label: String, value: Secret) async throws
    /// Deletes every item that matches exactly and gives how many there were.
    @discardableResult
    func delete(_ query: ItemQuery) async throws -> Int

    /// Every item that carries the mark of a token cache, of all kinds and caches, readable or not.
    func survey() async throws -> [SurveyedItem]
    /// Whether the item is filed as an item of this id would be.
    func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool
    /// Moves one item, byte for byte, to those of kind ``ItemKind/quarantine``.
    func putAside(_ handle: String) async throws
    /// Removes one item, whatever it is; one that is gone is removed already.
    func remove(_ handle: String) async throws
    /// Which store this is.
    func identity() async throws -> StoreIdentity
}

/// What an item is for; a part of its attributes.
public struct ItemKind: RawRepresentable, Sendable, Hashable {
    /// The word stored as attribute.
    public let rawValue: String
    /// Makes a kind of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An account's record with its refresh tokens; persistent.
    public static let durable = Self(rawValue: "durable")
    /// An account's access tokens; memory only where the store can.
    public static let volatile = Self(rawValue: "volatile")
    /// The access tokens of an application for itself; memory only where the store can.
    public static let application = Self(rawValue: "application")
    /// Remembers which store was set up.
    public static let marker = Self(rawValue: "marker")
    /// A trial item of the diagnosis.
    public static let probe = Self(rawValue: "probe")
    /// The key of an envelope store.
    public static let storeKey = Self(rawValue: "store-key")
    /// A damaged item put aside.
    public static let quarantine = Self(rawValue: "quarantine")
}

/// The identity of one item.
public struct ItemID: Sendable, Hashable {
    /// What it is for.
    public var kind: ItemKind
    /// Which account, application and cloud it belongs to.
    public var key: AccountKey
    /// The cache's name, by default `default`.
    public var partition: String

    /// Makes an id.
    public init(kind: ItemKind, key: AccountKey, partition: String = "default") {
        self.kind = kind
        self.key = key
        self.partition = partition
    }
}

/// Which items to find; members left empty match any.
public struct ItemQuery: Sendable, Hashable {
    /// What they are for.
    public var kind: ItemKind
    /// One account's items.
    public var key: AccountKey?
    /// The cache's name, by default `default`.
    public var partition: String

    /// Makes a query.
    public init(kind: ItemKind, key: AccountKey? = nil, partition: String = "default") {
        self.kind = kind
        self.key = key
        self.partition = partition
    }
}

/// One item as found.
public struct StoredItem: Sendable {
    /// The store's own name for the item, for reports only.
    public var handle: String
    /// The attributes as found; there may be more than were asked for.
    public var attributes: [String: String]
    /// The bytes; empty means that the store could not give them.
    public var value: Secret

    /// Makes an item.
    public init(handle: String, attributes: [String: String], value: Secret) {
        self.handle = handle
        self.attributes = attributes
        self.value = value
    }
}
