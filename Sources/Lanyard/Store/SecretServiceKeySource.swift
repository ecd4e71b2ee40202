internal import LanyardCore
internal import LanyardEnvelope

/// A key in the Secret Service: thousands of accounts in files, and one item that unlocks them.
struct SecretServiceKeySource: KeySource {
    let store: any SecretStore

    let name = "the key in the Secret Service"
    let isOurs = true

    private static let id = ItemID(
        kind: .storeKey,
        key: AccountKey(homeAccountID: HomeAccountID(rawValue: "store-key"), environment: "none", clientID: "none")
    )

    func load() async throws -> KeyRing {
        guard let item = try await store.read(ItemQuery(kind: .storeKey, key: Self.id.key)).first else {
            throw KeyFault.missing(name, KeyFault.makeHint)
        }
        guard let ring = KeyRing(text: item.value) else { throw KeyFault.damaged(name) }
        return ring
    }

    func save(_ keys: KeyRing) async throws {
        try await store.write(Self.id, label: "Lanyard: key of the envelope store", value: keys.text)
    }
}
