package import LanyardCore

/// What a diagnosis of the Secret Service found.
package struct StoreStatus: Sendable {
    /// The program that provides the service.
    package struct Owner: Sendable, Equatable {
        /// Its process id.
        package var processID: UInt32
        /// Its name, as the kernel has it; empty where it cannot be told.
        package var name: String
    }

    /// One collection of the provider.
    package struct Collection: Sendable, Equatable {
        /// The provider's own name for it.
        package var path: String
        /// The name for people.
        package var label: String
        /// Whether it has to be unlocked before use.
        package var isLocked: Bool
    }

    /// One step of the diagnosis and how long it took.
    package struct Timing: Sendable {
        /// What was done.
        package var step: String
        /// The time it took.
        package var duration: Duration
    }

    /// What keeps the store from working; nothing where it works.
    package var problem: LanyardError?
    /// Who provides the service.
    package var owner: Owner?
    /// All collections.
    package var collections: [Collection] = []
    /// The collection that keeps sign-ins.
    package var defaultCollection: String?
    /// The collection that keeps access tokens in memory only.
    package var sessionCollection: String?
    /// How long each step took.
    package var timings: [Timing] = []

    package init() {}

    /// Whether a sign-in is still there after a reboot.
    package var survivesReboot: Bool { defaultCollection != nil && defaultCollection != sessionCollection }

    /// Whether the collection that keeps sign-ins is locked.
    package var isLocked: Bool { collections.contains { $0.path == defaultCollection && $0.isLocked } }
}
