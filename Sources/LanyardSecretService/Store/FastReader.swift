internal import GLibBridge
internal import LanyardCore

/// Reads access tokens without the key agreement that takes most of a short process' time.
///
/// Two round trips over a session that does not encrypt: another process of the same user that watches the bus could see the
/// token, and could as well ask the service for it. So it is used for items of the memory-only collection alone, never for refresh
/// tokens and never for writing, and any doubt leads to the encrypted way.
@GLibActor
struct FastReader {
    let bus: BusConnection
    let budget: Budget

    /// The items that match, or nothing where the encrypted way has to answer.
    func read(_ query: ItemQuery) async throws -> [StoredItem]? {
        do {
            return try await readPlain(query)
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    private func readPlain(_ query: ItemQuery) async throws -> [StoredItem]? {
        let attributes = ItemAttributes.some(of: query)
        let replies = try await bus.calls(
            [
                (.ofService("OpenSession", mayStart: true), [.string("plain"), .boxed(.string(""))]),
                (.ofService("ReadAlias", mayStart: true), [.string(Service.Alias.session.rawValue)]),
                (.ofService("SearchItems", mayStart: true), [.texts(attributes)]),
            ],
            limit: budget.remaining
        ).map(\.children)
        guard replies[0].count == 2, let session = replies[0][1].text,
            let collection = replies[1].first?.text, collection != "/",
            let found = replies[2].first?.textList
        else { return nil }
        let paths = found.filter { $0.hasPrefix(collection + "/") }
        guard !paths.isEmpty else { return nil }
        let reply = try await bus.call(
            .ofService("GetSecrets", mayStart: true),
            [.objectPaths(paths), .objectPath(session)],
            limit: budget.remaining
        )
        let secrets = reply.children.first?.children.compactMap(Self.entry) ?? []
        guard secrets.count == paths.count else { return nil }
        return secrets.map { StoredItem(handle: $0.path, attributes: attributes, value: $0.value) }
    }

    /// One `{o(oayays)}` of the reply.
    private static func entry(_ entry: Variant) -> (path: String, value: Secret)? {
        let pair = entry.children
        guard pair.count == 2, let path = pair[0].text else { return nil }
        let parts = pair[1].children
        guard parts.count == 4, let value = parts[2].withBytes({ Secret(bytes: Array($0)) }), !value.isEmpty else {
            return nil
        }
        return (path, value)
    }
}
