import LanyardCore

extension Service {
    /// Microsoft Graph, the few calls that a demo and a test need.
    mutating func graph(_ request: Request, _ pieces: [String]) -> Reply {
        guard let resource = world.graph else { return .html("", status: 404) }
        if pieces == ["oidc", "userinfo"] { return userInfo(request) }
        let caller: Caller
        do throws(AccessProblem) { caller = try self.caller(request, of: resource) } catch {
            return graphRefusal(error, resource)
        }
        note(caller)
        switch (request.method, Array(pieces.dropFirst())) {
        case ("GET", ["me"]):
            guard let user = caller.user else { return graphError(400, "BadRequest", "/me is for people.") }
            guard caller.permissions.contains(where: { $0.hasPrefix("User.Read") }) else { return lacksPrivilege }
            return .json(person(user, caller.tenant, request))
        case ("GET", ["organization"]):
            return .json([
                "@odata.context": .string("https://\(request.host)/v1.0/$metadata#organization"),
                "value": [organization(caller.tenant)],
            ])
        case ("GET", ["me", "memberof"]): return .json(["value": []])
        case ("POST", ["me", "revokesigninsessions"]):
            guard let user = caller.user else { return graphError(400, "BadRequest", "/me is for people.") }
            revoke(user.name)
            return .json(["value": true])
        case ("GET", let path) where path.count == 2 && path[0] == "users":
            let wanted = path[1]
            let found = world.users.first { user in
                user.membership(in: caller.tenant.id).map { $0.oid == wanted || user.name == wanted } ?? false
            }
            guard let found else {
                return graphError(404, "Request_ResourceNotFound", "Resource '\(wanted)' does not exist.")
            }
            return .json(person(found, caller.tenant, request))
        default: return graphError(404, "Request_ResourceNotFound", "The emulator does not know this resource.")
        }
    }

    /// Makes every refresh token of the person void from now on.
    mutating func revoke(_ name: String) {
        state.epochs[name, default: 0] += 1
        state.revokedAt[name] = now
    }

    private func person(_ user: User, _ tenant: Tenant, _ request: Request) -> JSONValue {
        let all: [String: JSONValue] = [
            "id": .string(user.membership(in: tenant.id)?.oid ?? user.home.oid),
            "displayName": .string(user.displayName), "givenName": .string(user.givenName),
            "surname": .string(user.familyName), "userPrincipalName": .string(user.principalName(in: tenant)),
            "mail": .string(user.name), "businessPhones": [], "jobTitle": .null, "mobilePhone": .null,
            "officeLocation": .null, "preferredLanguage": .null,
        ]
        let wanted = request.queryParameters["$select"]?.split(separator: ",").map { String($0).trimmed.lowercased() }
        var members = all.filter { member in wanted.map { $0.contains(member.key.lowercased()) } ?? true }
        members["@odata.context"] = .string("https://\(request.host)/v1.0/$metadata#users/$entity")
        return .object(members)
    }

    private func organization(_ tenant: Tenant) -> JSONValue {
        let domains = tenant.domains.enumerated().map { index, name -> JSONValue in
            [
                "name": .string(name), "isDefault": .bool(index == 0), "type": "Managed",
                "isInitial": .bool(name.hasSuffix(".onmicrosoft.com")),
                "capabilities": "Email, OfficeCommunicationsOnline",
            ]
        }
        return [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName), "verifiedDomains": .array(domains),
            "tenantType": .string(tenant.kind == .entra ? "AAD" : "CIAM"), "countryLetterCode": .string(tenant.country),
        ]
    }

    private func graphRefusal(_ problem: AccessProblem, _ resource: Resource) -> Reply {
        let text =
            switch problem {
            case .missing: "Access token is empty."
            case .invalid(let why): why
            case .expired: "Lifetime validation failed, the token is expired."
            case .wrongAudience: "Access token validation failure. Invalid audience."
            case .challenge: "Continuous access evaluation resulted in challenge with result: InteractionRequired."
            }
        var reply = graphError(401, "InvalidAuthenticationToken", text)
        reply.headers.append(challengeHeader(problem, resource))
        return reply
    }

    private var lacksPrivilege: Reply {
        graphError(403, "Authorization_RequestDenied", "Insufficient privileges to complete the operation.")
    }

    private func graphError(_ status: Int, _ code: String, _ message: String) -> Reply {
        let inner: JSONValue = [
            "date": .string(String(UTCTime.iso(now).dropLast())), "request-id": .string(exchange.traceID),
            "client-request-id": .string(exchange.correlationID),
        ]
        let error: JSONValue = ["code": .string(code), "message": .string(message), "innerError": inner]
        return .json(["error": error], status: status)
    }

    /// OpenID Connect's user info.
    mutating func userInfo(_ request: Request) -> Reply {
        guard let token = request.bearer, let claims = accessClaims(token), (claims["exp"]?.integerValue ?? 0) > now,
            let tenant = claims["tid"]?.stringValue, let oid = claims["oid"]?.stringValue,
            let user = world.users.first(where: { $0.memberships.contains { $0.tenant == tenant && $0.oid == oid } })
        else {
            let field = HTTPField("WWW-Authenticate", "Bearer error=\"invalid_token\"")
            return .json(["error": "invalid_token"], status: 401, headers: [field])
        }
        exchange.log.account = user.name
        let isGeneric = request.pieces.count == 2 && request.pieces[0].lowercased() == "oidc" && claims["ver"] == "2.0"
        return .json([
            "sub": .string(isGeneric ? user.home.oid : claims["sub"]?.stringValue ?? oid),
            "name": .string(user.displayName), "given_name": .string(user.givenName),
            "family_name": .string(user.familyName), "email": .string(user.name),
            "picture": .string("https://graph.microsoft.com/v1.0/me/photo/$value"),
        ])
    }
}
