internal import GLibBridge
internal import Glibc
package import LanyardCore

extension SecretServiceStore {
    package func survey() async throws -> [SurveyedItem] {
        try await perform("look at all items") { service, budget in
            try await ItemSurveyor(service: service, gate: self.provider.gate, budget: budget).survey()
        }
    }

    package func isFiled(_ item: SurveyedItem, as id: ItemID) -> Bool {
        let attributes = ItemAttributes.all(of: id)
        guard let account = attributes["account"], let client = attributes["client"], let cloud = attributes["cloud"]
        else { return false }
        return item.kind == id.kind && item.partition == attributes["partition"]
            && item.sign == ItemAttributes.sign(account: account, client: client, cloud: cloud)
    }

    package func putAside(_ handle: String) async throws {
        let time = Int64(time(nil))
        try await perform("put an item aside") { service, budget in
            try await ItemSurveyor(service: service, gate: self.provider.gate, budget: budget)
                .putAside(handle, time: time)
        }
    }

    package func remove(_ handle: String) async throws {
        try await perform("remove an item") { service, budget in
            try await ItemSurveyor(service: service, gate: self.provider.gate, budget: budget).remove(handle)
        }
    }

    package func identity() async throws -> StoreIdentity {
        try await perform("name itself") { service, budget in
            guard let collection = try await service.alias(.standard, budget) else {
                throw StoreFault.noDefaultCollection
            }
            return StoreIdentity(
                provider: await Self.owner(on: service.bus, budget)?.name ?? "",
                collection: collection
            )
        }
    }
}
