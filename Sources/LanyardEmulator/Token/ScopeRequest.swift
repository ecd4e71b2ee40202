/// What a request's `scope` asks for.
struct ScopeRequest: Sendable {
    static let openIDScopes: Set<String> = ["openid", "profile", "email", "offline_access"]

    /// One resource with what is asked of it.
    struct Part: Sendable {
        var resource: Resource
        /// The resource as the request wrote it; nothing where it wrote none.
        var text: String?
        /// Registered names of permissions.
        var permissions: [String] = []
        /// The same as written, with the resource in front where it was there.
        var literals: [String] = []
        var hasDefault = false
    }

    var openID: Set<String> = []
    var parts: [Part] = []

    /// Reads the scopes; throws 28003, 70011 or 500011.
    ///
    /// `own` are words of the authority's that belong to no resource.
    init(_ text: String, world: World, client: Client? = nil, own: Set<String> = []) throws(ServiceError) {
        let scopes = text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map(String.init)
        guard !scopes.isEmpty else { throw ServiceError(28003) }
        for scope in scopes {
            if Self.openIDScopes.contains(scope.lowercased()) {
                openID.insert(scope.lowercased())
            } else if !own.contains(scope.lowercased()) {
                try add(scope, world, client)
            }
        }
        // `.default` means everything that was consented to before; single permissions beside it contradict that.
        for part in parts where part.hasDefault && !part.permissions.isEmpty {
            throw ServiceError(70011, ".default scope can't be combined with resource-specific scopes.")
        }
        if parts.contains(where: \.hasDefault), parts.count > 1, parts.contains(where: { !$0.hasDefault }) {
            throw ServiceError(70011, ".default scope can't be combined with resource-specific scopes.")
        }
    }

    private mutating func add(_ scope: String, _ world: World, _ client: Client?) throws(ServiceError) {
        let (text, name) = Self.split(scope)
        guard let resource = try find(text, scope, world, client) else { throw ServiceError(500011, text ?? scope) }
        let index: Int
        if let known = parts.firstIndex(where: { $0.resource.appID == resource.appID }) {
            index = known
        } else {
            index = parts.count
            parts.append(Part(resource: resource, text: text))
        }
        parts[index].literals.append(scope)
        if name.lowercased() == ".default" {
            parts[index].hasDefault = true
        } else if text == nil, client?.id == scope.lowercased() {
            parts[index].permissions.append(scope)
        } else {
            guard let permission = resource.permission(name) else {
                throw ServiceError(70011, "The scope \(scope) is not valid.")
            }
            parts[index].permissions.append(permission)
        }
    }

    private func find(
        _ text: String?,
        _ scope: String,
        _ world: World,
        _ client: Client?
    ) throws(ServiceError) -> Resource? {
        guard let text else {
            // A customer app may ask for a token for itself by its own id.
            if let client, scope.lowercased() == client.id { return Self.ownResource(client) }
            return world.graph
        }
        if let resource = world.resource(text) { return resource }
        guard let client, [client.id, "api://\(client.id)"].contains(Resource.canonical(text)) else { return nil }
        return Self.ownResource(client)
    }

    private static func ownResource(_ client: Client) -> Resource {
        Resource(
            displayName: client.displayName,
            appID: client.id,
            identifiers: ["api://\(client.id)"],
            permissions: [client.id],
            tokenVersion: 2,
            isContinuous: false,
            consent: .granted
        )
    }

    /// The text before the last slash is the resource, so that one which ends in a slash gives two.
    static func split(_ scope: String) -> (resource: String?, permission: String) {
        guard let slash = scope.lastIndex(of: "/") else { return (nil, scope) }
        return (String(scope[..<slash]), String(scope[scope.index(after: slash)...]))
    }

    var wantsIDToken: Bool { openID.contains("openid") }
    var wantsRefreshToken: Bool { openID.contains("offline_access") }
}
