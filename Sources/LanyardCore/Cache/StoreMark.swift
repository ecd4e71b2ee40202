/// A note of the store that the accounts of the index are in, kept beside the index.
///
/// Another program may answer under the same name tomorrow: to take its emptiness for a sign-out would be wrong.
public struct StoreMark: Sendable, Equatable {
    static let version: Int64 = 1
    /// The name of the note among the state files.
    public static let fileName = "store.json"

    /// The store.
    public var identity: StoreIdentity

    /// Makes a note.
    public init(_ identity: StoreIdentity) { self.identity = identity }

    /// Reads the file's bytes; nothing where they are damaged or of another version.
    public init?(bytes: [UInt8]) {
        guard let document = try? JSONValue.parse(bytes), document["version"]?.integerValue == Self.version,
            let provider = document["provider"]?.stringValue, let collection = document["collection"]?.stringValue
        else { return nil }
        identity = StoreIdentity(provider: provider, collection: collection)
    }

    /// The file's bytes.
    public var bytes: [UInt8] {
        let document: JSONValue = [
            "version": .integer(Self.version), "provider": .string(identity.provider),
            "collection": .string(identity.collection),
        ]
        return Array((document.serialized(pretty: true) + "\n").utf8)
    }

    /// Whether the store may be the one noted: a sandbox hides who the provider is.
    public func fits(_ other: StoreIdentity) -> Bool {
        identity.collection == other.collection
            && (identity.provider == other.provider || identity.provider.isEmpty || other.provider.isEmpty)
    }
}

extension StoreIdentity {
    /// The store in words for people.
    public var description: String {
        let name = TerminalText.oneLine(provider.isEmpty ? "an unknown program" : provider, limit: 80)
        return "\(name) (\(TerminalText.oneLine(collection, limit: 120)))"
    }
}
