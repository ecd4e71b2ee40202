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
        try await open([path], Service.collectionInterface, service, budget)
    }

    /// Returns when the items are unlocked; some providers lock single ones in an open collection.
    func open(items paths: [String], _ service: Service, _ budget: Budget) async throws {
        try await open(paths, Service.itemInterface, service, budget)
    }

    /// Looks and unlocks in one piece of shared work: who looked before another one's prompt was answered would ask again.
    private func open(_ paths: [String], _ interface: String, _ service: Service, _ budget: Budget) async throws {
        let name = paths.sorted().joined(separator: " ")
        let work = works[name] ?? SharedWork()
        works[name] = work
        defer { if work.isIdle { works[name] = nil } }
        try await work.join { [self] in
            var locked: [String] = []
            for path in paths where try await service.isLocked(path, interface, budget) { locked.append(path) }
            guard !locked.isEmpty else {
                refused[name] = nil
                return
            }
            if let answer = refused[name] { throw answer }
            try await ask(for: locked, interface, named: name, service, budget)
        }
        // Also for those who only waited: the time of a prompt is not the provider's.
        budget.renew()
    }

    private func ask(
        for paths: [String],
        _ interface: String,
        named name: String,
        _ service: Service,
        _ budget: Budget
    ) async throws {
        do {
            try await unlock(paths, interface, service, budget)
        } catch let error as GLibError where StoreFault.isUnanswered(error) {
            // What a person refused once, or nobody answered, is not asked again until it was seen open.
            let answer = StoreFault.translate(error, during: "unlock")
            refused[name] = answer
            throw answer
        }
    }

    private func unlock(
        _ paths: [String],
        _ interface: String,
        _ service: Service,
        _ budget: Budget
    ) async throws {
        let isOpenWallet = policy == .never ? try await WalletCheck(service).isOpen(paths, budget) : false
        let unlocked =
            isOpenWallet
            ? try await service.withBriefPrompts { try await service.unlock(paths, budget) }
            : policy == .never
                ? try await service.unlock(paths, budget)
                : try await unlockOrNotice(paths, interface, service, budget)
        guard Set(paths).isSubset(of: unlocked) else { throw StoreFault.locked }
    }

    /// Prompts, and ends the wait where somebody unlocks by another way meanwhile.
    private func unlockOrNotice(
        _ paths: [String],
        _ interface: String,
        _ service: Service,
        _ budget: Budget
    ) async throws -> [String] {
        let prompt = Task(executorPreference: GLibActor.executor) { try await service.unlock(paths, budget) }
        let watch = Task(executorPreference: GLibActor.executor) {
            try await self.untilOpen(paths, interface, service)
            prompt.cancel()
        }
        defer { watch.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await prompt.value
            } onCancel: {
                prompt.cancel()
            }
        } catch {
            guard !Task.isCancelled, (try? await isLocked(paths, interface, service)) == false else { throw error }
            return paths
        }
    }

    /// A look that fails says nothing: the prompt's own answer counts.
    private func untilOpen(_ paths: [String], _ interface: String, _ service: Service) async throws {
        repeat {
            try await GLibActor.sleep(Self.lookEvery)
        } while (try? await isLocked(paths, interface, service)) != false
    }

    private func isLocked(_ paths: [String], _ interface: String, _ service: Service) async throws -> Bool {
        let budget = Budget(Self.lookEvery)
        for path in paths where try await service.isLocked(path, interface, budget) { return true }
        return false
    }

    private static let lookEvery = Duration.milliseconds(400)
}
