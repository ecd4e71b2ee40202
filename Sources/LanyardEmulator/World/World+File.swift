import LanyardCore

extension World {
    /// Reads a world file; an error names the member that is wrong.
    init(json bytes: some Collection<UInt8>) throws {
        let document: JSONValue
        do { document = try JSONValue.parse(bytes) } catch {
            throw WorldError(path: "$", problem: "is not JSON")
        }
        let root = try WorldReader(
            document,
            at: "$",
            allowed: ["version", "comment", "tenants", "users", "clients", "resources"]
        )
        guard try root.integer("version") == 1 else { throw root.fail("version", "is not 1") }
        tenants = try Self.readTenants(root)
        clients = try Self.readClients(root)
        resources = try Self.readResources(root)
        users = []
        users = try Self.readUsers(root, among: self)
    }

    private static func readTenants(_ root: WorldReader) throws -> [Tenant] {
        try root.objects(
            "tenants",
            allowed: [
                "id", "name", "kind", "cloud", "domains", "country", "region", "rules", "subscriptions", "user_flows",
            ]
        ).map { item in
            let cloud = try item.optionalString("cloud") ?? Cloud.publicCloud.name
            guard Cloud.all.contains(where: { $0.name == cloud }) else {
                throw item.fail("cloud", "is not one of \(Cloud.all.map(\.name).joined(separator: ", "))")
            }
            return Tenant(
                id: try item.guid("id"),
                displayName: try item.string("name"),
                kind: try item.choice("kind", default: Tenant.Kind.entra),
                cloud: cloud,
                domains: try item.strings("domains").map { $0.lowercased() },
                country: try item.optionalString("country") ?? "DE",
                region: try item.optionalString("region") ?? "EU",
                rules: try readRules(item),
                subscriptions: try item.objects("subscriptions", allowed: ["id", "name"]).map {
                    Subscription(id: try $0.guid("id"), name: try $0.string("name"))
                },
                userFlows: try item.strings("user_flows")
            )
        }
    }

    private static func readRules(_ tenant: WorldReader) throws -> [PolicyRule] {
        try tenant.objects(
            "rules",
            allowed: ["require", "seconds", "error", "suberror", "users", "clients", "resources", "flows"]
        ).map { item in
            let require = try item.string("require")
            guard PolicyRule.names.contains(require) else {
                throw item.fail("require", "is not one of \(PolicyRule.names.joined(separator: ", "))")
            }
            return PolicyRule(
                require: require,
                seconds: try item.integer("seconds"),
                error: try item.integer("error").map { Int($0) },
                suberror: try item.optionalString("suberror"),
                users: try item.optionalStrings("users"),
                clients: try item.optionalStrings("clients"),
                resources: try item.optionalStrings("resources"),
                flows: try item.optionalStrings("flows")
            )
        }
    }

    private static func readClients(_ root: WorldReader) throws -> [Client] {
        try root.objects(
            "clients",
            allowed: [
                "id", "name", "confidential", "secret", "tenant", "family", "redirect_uris", "spa_redirect_uris",
                "post_logout_redirect_uris", "personal_accounts",
            ]
        ).map { item in
            Client(
                id: try item.guid("id"),
                displayName: try item.string("name"),
                isConfidential: try item.bool("confidential", default: false),
                secret: try item.optionalString("secret"),
                tenant: try item.members["tenant"].map { _ in try item.guid("tenant") },
                family: try item.optionalString("family"),
                redirectURIs: try item.strings("redirect_uris"),
                singlePageRedirectURIs: try item.strings("spa_redirect_uris"),
                postLogoutRedirectURIs: try item.strings("post_logout_redirect_uris"),
                allowsPersonalAccounts: try item.bool("personal_accounts", default: true)
            )
        }
    }

    private static func readResources(_ root: WorldReader) throws -> [Resource] {
        try root.objects(
            "resources",
            allowed: ["name", "app_id", "identifiers", "permissions", "token_version", "continuous", "consent"]
        ).map { item in
            Resource(
                displayName: try item.string("name"),
                appID: try item.guid("app_id"),
                identifiers: try item.strings("identifiers").map(Resource.canonical),
                permissions: try item.strings("permissions"),
                tokenVersion: Int(try item.integer("token_version") ?? 2),
                isContinuous: try item.bool("continuous", default: false),
                consent: try item.choice("consent", default: Resource.Consent.user)
            )
        }
    }

    private static func readUsers(_ root: WorldReader, among world: World) throws -> [User] {
        try root.objects(
            "users",
            allowed: ["name", "display_name", "given_name", "family_name", "password", "state", "home", "guest_in"]
        ).map { item in
            guard let home = item.members["home"] else { throw item.fail("home", "is missing") }
            let places =
                [try WorldReader(home, at: item.path + ".home", allowed: ["tenant", "oid"])]
                + (try item.objects("guest_in", allowed: ["tenant", "oid", "redeemed"]))
            let memberships = try places.map { place in
                let tenant = try place.guid("tenant")
                guard world.tenant(id: tenant) != nil else { throw place.fail("tenant", "is none of this world") }
                return Membership(
                    tenant: tenant,
                    oid: try place.guid("oid"),
                    isRedeemed: try place.bool("redeemed", default: true)
                )
            }
            return User(
                name: try item.string("name").lowercased(),
                displayName: try item.string("display_name"),
                givenName: try item.optionalString("given_name") ?? "",
                familyName: try item.optionalString("family_name") ?? "",
                password: try item.optionalString("password") ?? World.standardPassword,
                state: try item.choice("state", default: User.State.active),
                memberships: memberships
            )
        }
    }
}
