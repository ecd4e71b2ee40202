internal import GLibBridge
internal import LanyardCore

/// Reads items for a process that has no encrypted session yet, and looks for them while its keys are made.
///
/// The provider answers where the items are while libsecret reckons, so that the encrypted way costs no round trip more than a
/// program that only opens a session and asks for one secret.
@GLibActor
struct EarlyReader {
    let provider: Provider
    let budget: Budget

    /// The items that match, or nothing where the thorough way has to answer.
    func read(_ query: ItemQuery) async throws -> [StoredItem]? {
        guard let alias = Self.alias(of: query.kind) else { return nil }
        do {
            let bus = try await provider.bus(budget)
            let attributes = ItemAttributes.some(of: query)
            async let search = find(attributes, in: alias, on: bus)
            let service = try await provider.opened(budget)
            guard let paths = try await search else { return nil }
            let secrets = try await service.secrets(paths, budget)
            guard secrets.count == paths.count else { return nil }
            return paths.compactMap { path in
                secrets[path].map { StoredItem(handle: path, attributes: attributes, value: $0) }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    /// The one collection of a kind that is never in another.
    private static func alias(of kind: ItemKind) -> Service.Alias? {
        switch kind {
        case .durable: .standard
        case .volatile: .session
        default: nil
        }
    }

    /// The paths of all that match; nothing where there are none, or one has to be unlocked.
    private func find(
        _ attributes: [String: String],
        in alias: Service.Alias,
        on bus: BusConnection
    ) async throws -> [String]? {
        let replies = try await bus.calls(
            [
                (.ofService("ReadAlias", mayStart: true), [.string(alias.rawValue)]),
                (.ofService("SearchItems", mayStart: true), [.texts(attributes)]),
            ],
            limit: budget.remaining
        ).map(\.children)
        guard let collection = replies[0].first?.text, collection != "/", replies[1].count == 2,
            !replies[1][1].textList.contains(where: { $0.hasPrefix(collection + "/") })
        else { return nil }
        let paths = replies[1][0].textList.filter { $0.hasPrefix(collection + "/") }
        return paths.isEmpty ? nil : paths
    }
}
