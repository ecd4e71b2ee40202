import LanyardCore
import LanyardSecretService
import LanyardTestSupport

extension AccountKey {
    static func sample(_ number: Int = 1) -> AccountKey {
        AccountKey(
            homeAccountID: HomeAccountID(
                uid: "00000000-0000-4000-8000-\(String(100_000_000_000 + number))",
                utid: "aaaaaaaa-0000-4000-8000-00000000c001"
            ),
            environment: "login.microsoftonline.com",
            clientID: "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
        )
    }
}

extension ItemID {
    static func durable(_ number: Int = 1) -> ItemID { ItemID(kind: .durable, key: .sample(number)) }
    static func volatile(_ number: Int = 1) -> ItemID { ItemID(kind: .volatile, key: .sample(number)) }
}

extension ItemQuery {
    static func durable(_ number: Int = 1) -> ItemQuery { ItemQuery(kind: .durable, key: .sample(number)) }
    static func volatile(_ number: Int = 1) -> ItemQuery { ItemQuery(kind: .volatile, key: .sample(number)) }
}

extension TestSession {
    /// A store on this session's bus.
    func store(
        _ policy: PromptPolicy = .never,
        encrypt: EncryptTransport = .automatic,
        callLimit: Duration = .seconds(20),
        onPrompt: (@Sendable () -> Void)? = nil
    ) -> SecretServiceStore {
        SecretServiceStore(
            configuration: .init(
                promptPolicy: policy,
                encryptTransport: encrypt,
                callLimit: callLimit,
                busAddress: busAddress,
                onPrompt: onPrompt
            )
        )
    }
}
