public import LanyardCore
internal import LanyardSecretService

/// What a look at the Secret Service found; nothing was asked, unlocked or changed for it.
public struct StoreDiagnosis: Sendable {
    /// What keeps the store from working; nothing where it works.
    public var problem: LanyardError?
    /// The program that provides the service, where it can be told.
    public var provider: String?
    /// Whether a sign-in is still there after a reboot.
    public var survivesReboot: Bool
    /// Whether the collection that keeps sign-ins is locked.
    public var isLocked: Bool
    /// Whether access tokens have a place in memory only.
    public var hasVolatileCollection: Bool
    /// How many collections there are.
    public var collectionCount: Int
    /// How long the look took.
    public var duration: Duration

    /// Makes a diagnosis.
    public init(
        problem: LanyardError? = nil,
        provider: String? = nil,
        survivesReboot: Bool = true,
        isLocked: Bool = false,
        hasVolatileCollection: Bool = true,
        collectionCount: Int = 1,
        duration: Duration = .zero
    ) {
        self.problem = problem
        self.provider = provider
        self.survivesReboot = survivesReboot
        self.isLocked = isLocked
        self.hasVolatileCollection = hasVolatileCollection
        self.collectionCount = collectionCount
        self.duration = duration
    }
}

extension Application {
    /// Looks at the Secret Service without a prompt and without a change.
    public func diagnoseStore() async -> StoreDiagnosis {
        let status = await SecretServiceStore(configuration: .init(promptPolicy: .never)).status()
        return StoreDiagnosis(
            problem: status.problem,
            provider: status.owner?.name,
            survivesReboot: status.survivesReboot,
            isLocked: status.isLocked,
            hasVolatileCollection: status.sessionCollection != nil,
            collectionCount: status.collections.count,
            duration: status.timings.reduce(.zero) { $0 + $1.duration }
        )
    }
}
