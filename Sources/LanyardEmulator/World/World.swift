/// Who and what exists: tenants, people, apps and APIs.
struct World: Sendable {
    var tenants: [Tenant]
    var users: [User]
    var clients: [Client]
    var resources: [Resource]

    /// The tenant of personal accounts.
    static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// The tenant of that id, whatever its kind.
    func tenant(id: String) -> Tenant? {
        let id = id.lowercased()
        return tenants.first { $0.id == id }
    }

    /// The tenant of that id or domain; the same domain may belong to a directory and to one for customers.
    func tenant(named name: String, kind: Tenant.Kind) -> Tenant? {
        let name = name.lowercased()
        return tenants.first { $0.kind == kind && ($0.id == name || $0.domains.contains(name)) }
    }

    /// The person of that sign-in name, compared without case.
    func user(_ name: String) -> User? {
        let name = name.lowercased()
        return users.first { $0.name == name }
    }

    func client(_ id: String) -> Client? {
        let id = id.lowercased()
        return clients.first { $0.id == id }
    }

    /// The API that a scope names, whatever the slash at the end.
    func resource(_ identifier: String) -> Resource? {
        let identifier = Resource.canonical(identifier)
        return resources.first { $0.identifiers.contains(identifier) || $0.appID == identifier }
    }

    /// Microsoft Graph: what a scope without resource means.
    var graph: Resource? { resource(Resource.graphAppID) }
}
