/// One item of a store as a look at all of them finds it, whoever wrote it.
public struct SurveyedItem: Sendable {
    /// The store's own name for the item.
    public var handle: String
    /// What it is for, as far as its attributes say.
    public var kind: ItemKind
    /// The cache that it belongs to; nothing where its attributes do not say.
    public var partition: String?
    /// The application that it belongs to, where its attributes say.
    public var clientID: String?
    /// The store's mark of the sign-in: equal for all items of one, and no name of anybody.
    public var sign: String?
    /// The label for people.
    public var label: String
    /// The collection or folder that holds it.
    public var collection: String
    /// Whether it lies where items of its kind are not looked for.
    public var isMisplaced: Bool
    /// The form that its attributes announce.
    public var format: String?
    /// The bytes; nothing where the store does not give them.
    public var value: Secret?
    /// What the store itself finds wrong with it, before anybody looks inside.
    public var problem: CacheFinding.Problem?
    /// The same in words.
    public var detail: String

    /// Makes an item; members not given are set afterwards.
    public init(handle: String, kind: ItemKind, label: String = "", collection: String = "", value: Secret? = nil) {
        self.handle = handle
        self.kind = kind
        self.label = label
        self.collection = collection
        self.value = value
        isMisplaced = false
        detail = ""
    }
}

/// Which store this is, so that another one in its place is noticed.
public struct StoreIdentity: Sendable, Hashable {
    /// The program or method that keeps the items.
    public var provider: String
    /// The collection or folder that sign-ins go to.
    public var collection: String

    /// Makes an identity.
    public init(provider: String, collection: String) {
        self.provider = provider
        self.collection = collection
    }
}
