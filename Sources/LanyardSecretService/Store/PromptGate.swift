internal import GLibBridge
internal import LanyardCore

/// Sees to it that a process shows one prompt at a time, and none again for what was dismissed.
@GLibActor
final class PromptGate {
    private static var gates: [String: PromptGate] = [:]

    private let policy: PromptPolicy
    private var works: [String: SharedWork] = [:]
    private var refused: [String: LanyardError] = [:]

    private init(policy: PromptPolicy) { self.policy = policy }

    /// The gate of all stores on one bus that treat prompts alike.
    static func shared(for address: String, policy: PromptPolicy) -> PromptGate {
        let name = "\(policy) \(address)"
        let gate = gates[name] ?? PromptGate(policy: policy)
        gates[name] = gate
        return gate
    }

    /// Returns when the collection is unlocked.
    func open(collection path: String, _ service: Service, _ budget: Budget) async throws {
        guard try await service.isLocked(path, Service.collectionInterface, budget) else {
            refused[path] = nil
            return
        }
        try await unlock([path], named: path, service, budget)
    }

    /// Returns when the items are unlocked; some providers lock single ones in an open collection.
    func open(items paths: [String], _ service: Service, _ budget: Budget) async throws {
        try await unlock(paths, named: paths.sorted().joined(separator: " "), service, budget)
    }

    private func unlock(_ paths: [String], named name: String, _ service: Service, _ budget: Budget) async throws {
        if let answer = refused[name] { throw answer }
        let work = works[name] ?? SharedWork()
        works[name] = work
        defer { works[name] = nil }
        try await work.join { [self] in
            do {
                try await unlockOnce(paths, service, budget)
            } catch let error where policy != .never && !StoreFault.isOutdated(error) {
                let answer = StoreFault.translate(error, during: "unlock")
                // What a person refused once is not asked again until the collection was seen open.
                if let answer = answer as? LanyardError { refused[name] = answer }
                throw answer
            }
        }
    }

    private func unlockOnce(_ paths: [String], _ service: Service, _ budget: Budget) async throws {
        let needsTime = policy == .never ? try await WalletCheck(service).isOpen(paths, budget) : false
        if needsTime { service.limitPrompts(to: .milliseconds(500)) }
        defer { if needsTime { service.limitPrompts(to: nil) } }
        let unlocked = try await service.unlock(paths, budget)
        guard Set(paths).isSubset(of: unlocked) else { throw StoreFault.locked }
    }
}
