import LanyardCore

extension Service {
    /// Azure Resource Manager, as a sign-in of `az` calls it.
    mutating func resourceManager(_ request: Request, _ pieces: [String]) -> Reply {
        if pieces == ["metadata", "endpoints"] { return cloudEndpoints(request) }
        guard let resource = world.resource("https://management.azure.com") else { return .html("", status: 404) }
        let caller: Caller
        do throws(AccessProblem) { caller = try self.caller(request, of: resource) } catch {
            return armRefusal(error, resource)
        }
        note(caller)
        switch pieces {
        case ["tenants"]: return .json(["value": .array(tenants(of: caller).map(tenantRow))])
        case ["subscriptions"]:
            let rows = subscriptions(of: caller).map { subscriptionRow($0, caller.tenant) }
            return .json(["value": .array(rows), "count": ["type": "Total", "value": .integer(Int64(rows.count))]])
        case let path where path.first == "subscriptions" && path.count == 2:
            return subscription(path[1], caller, resource)
        default: return armError(404, "NotFound", "The emulator does not know this resource.")
        }
    }

    /// Every directory that the person is known in, whatever directory the token is of.
    private func tenants(of caller: Caller) -> [Tenant] {
        guard let user = caller.user else { return [caller.tenant] }
        return user.memberships.compactMap { world.tenant(id: $0.tenant) }.filter { $0.id != World.consumers }
    }

    private func tenantRow(_ tenant: Tenant) -> JSONValue {
        [
            "id": .string("/tenants/\(tenant.id)"), "tenantId": .string(tenant.id),
            "displayName": .string(tenant.displayName), "defaultDomain": .string(tenant.defaultDomain),
            "tenantCategory": "Home", "domains": .array(tenant.domains.map(JSONValue.string)),
            "countryCode": .string(tenant.country), "tenantType": "AAD",
        ]
    }

    private func subscriptions(of caller: Caller) -> [Subscription] { caller.tenant.subscriptions }

    private func subscriptionRow(_ subscription: Subscription, _ tenant: Tenant) -> JSONValue {
        [
            "id": .string("/subscriptions/\(subscription.id)"), "subscriptionId": .string(subscription.id),
            "tenantId": .string(tenant.id), "displayName": .string(subscription.name), "state": "Enabled",
            "subscriptionPolicies": [
                "locationPlacementId": "Public_2014-09-01", "quotaId": "PayAsYouGo_2014-09-01", "spendingLimit": "Off",
            ],
            "authorizationSource": "RoleBased", "managedByTenants": [],
        ]
    }

    private func subscription(_ id: String, _ caller: Caller, _ resource: Resource) -> Reply {
        if let own = caller.tenant.subscriptions.first(where: { $0.id == id }) {
            return .json(subscriptionRow(own, caller.tenant))
        }
        guard let other = world.tenants.first(where: { $0.subscriptions.contains { $0.id == id } }) else {
            return armError(404, "SubscriptionNotFound", "The subscription '\(id)' could not be found.")
        }
        let text = "The access token is from the wrong issuer. It must match the tenant '\(other.id)'."
        var reply = armError(401, "InvalidAuthenticationTokenTenant", text)
        reply.headers.append(challengeHeader(.invalid(text), resource, tenant: other.id))
        return reply
    }

    private func armRefusal(_ problem: AccessProblem, _ resource: Resource) -> Reply {
        var reply =
            switch problem {
            case .missing:
                armError(401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.")
            case .invalid(let why): armError(401, "InvalidAuthenticationToken", why)
            case .expired:
                armError(401, "ExpiredAuthenticationToken", "The access token expiry UTC time is earlier than now.")
            case .wrongAudience:
                armError(
                    401,
                    "InvalidAuthenticationTokenAudience",
                    "The access token has been obtained for wrong audience."
                )
            case .challenge:
                armError(
                    401,
                    "InvalidAuthenticationToken",
                    "Continuous access evaluation resulted in claims challenge."
                )
            }
        reply.headers.append(challengeHeader(problem, resource))
        return reply
    }

    private func armError(_ status: Int, _ code: String, _ message: String) -> Reply {
        .json(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }

    /// What `az cloud register` reads: an object in the new form, a list in the old one.
    private func cloudEndpoints(_ request: Request) -> Reply {
        let isOwn = AuthorityReader.ownHosts.contains(request.hostName)
        let cloud = Cloud.all.first { $0.armHost == request.hostName } ?? .publicCloud
        let base = "https://\(request.host)"
        let graph = "https://\(cloud.graphHosts.first ?? "graph.microsoft.com")/"
        let body: JSONValue = [
            "name": .string(isOwn ? "LanyardEmulator" : "AzureCloud"), "portal": "https://portal.azure.com",
            "authentication": [
                "loginEndpoint": .string(isOwn ? base : "https://\(cloud.network)"),
                "audiences": [.string(cloud.armAudience), .string("https://\(cloud.armHost)/")],
                "tenant": "common", "identityProvider": "AAD",
            ],
            "resourceManager": .string(isOwn ? base : "https://\(cloud.armHost)/"),
            "graph": "https://graph.windows.net/", "graphAudience": "https://graph.windows.net/",
            "microsoftGraphResourceId": .string(graph), "gallery": "https://gallery.azure.com/",
            "media": "https://rest.media.azure.net", "batch": "https://batch.core.windows.net/",
            "suffixes": [
                "keyVaultDns": "vault.azure.net", "storage": "core.windows.net",
                "sqlServerHostname": "database.windows.net",
                "acrLoginServer": "azurecr.io", "mhsmDns": "managedhsm.azure.net",
            ],
        ]
        let isOldForm = request.queryParameters["api-version"].map { $0 < "2022" } ?? true
        return .json(isOldForm ? [body] : body)
    }
}
