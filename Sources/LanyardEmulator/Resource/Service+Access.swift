import LanyardCore

/// Who calls an API: what its token says, checked.
struct Caller: Sendable {
    var claims: [String: JSONValue]
    /// Nobody for an app that acts for itself.
    var user: User?
    var tenant: Tenant

    var permissions: [String] {
        (claims["scp"]?.stringValue ?? "").split(separator: " ").map(String.init)
            + (claims["roles"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}

/// Why a call of an API is refused.
enum AccessProblem: Error {
    case missing
    case invalid(String)
    case expired
    case wrongAudience
    /// The session was revoked and the client can take the challenge: claims JSON.
    case challenge(String)
}

extension Service {
    /// Checks the bearer token for one of the API's identifiers.
    func caller(_ request: Request, of resource: Resource) throws(AccessProblem) -> Caller {
        guard let token = request.bearer else { throw .missing }
        guard let claims = accessClaims(token) else { throw .invalid("The signature of the token is not valid.") }
        let audience = claims["aud"]?.stringValue ?? ""
        guard world.resource(audience)?.appID == resource.appID else { throw .wrongAudience }
        guard (claims["exp"]?.integerValue ?? 0) > now else { throw .expired }
        guard let tenant = claims["tid"]?.stringValue.flatMap({ world.tenant(id: $0) }) else {
            throw .invalid("The token is of no known tenant.")
        }
        let oid = claims["oid"]?.stringValue
        let user = world.users.first { $0.memberships.contains { $0.tenant == tenant.id && $0.oid == oid } }
        let isApp = claims["idtyp"]?.stringValue == "app"
        guard isApp || user != nil else { throw .invalid("The token is of nobody who is known.") }
        // Only a client that said it could take a challenge learns of a revocation before its token expires.
        let isCapable = claims["xms_cc"]?.arrayValue?.contains("CP1") ?? false
        if let user, isCapable, resource.isContinuous,
            (claims["xms_emulator_epoch"]?.integerValue ?? 0) < Int64(state.epochs[user.name] ?? 0)
        {
            throw .challenge(notBeforeClaims(state.revokedAt[user.name] ?? now))
        }
        return Caller(claims: claims, user: user, tenant: tenant)
    }

    /// The claims of a token that this emulator made, signed or sealed.
    func accessClaims(_ token: String) -> [String: JSONValue]? {
        if token.hasPrefix("EwB") {
            return open(token, "access", prefix: "EwB", as: JSONValue.self)?.objectValue
        }
        return JWT.verify(token, by: ring)
    }

    private func notBeforeClaims(_ time: Int64) -> String {
        let claims: JSONValue = ["access_token": ["nbf": ["essential": true, "value": .string(String(time))]]]
        return claims.serialized()
    }

    /// The header that names the authority, and with it the challenge where there is one.
    func challengeHeader(_ problem: AccessProblem, _ resource: Resource, tenant: String = "common") -> HTTPField {
        var parts = [
            "realm=\"\"",
            "authorization_uri=\"\(authorizationBase)/\(tenant)/oauth2/authorize\"",
            "client_id=\"\(resource.appID)\"",
        ]
        switch problem {
        case .challenge(let claims):
            parts.append("error=\"insufficient_claims\"")
            parts.append("claims=\"\(Base64Text.encode(Array(claims.utf8)))\"")
        case .missing: break
        default: parts.append("error=\"invalid_token\"")
        }
        return HTTPField("WWW-Authenticate", "Bearer " + parts.joined(separator: ", "))
    }

    /// The login host that belongs to the API's host.
    private var authorizationBase: String {
        let place = HostPort(exchange.host)
        if AuthorityReader.ownHosts.contains(place.host) { return "https://\(exchange.host)" }
        let cloud = Cloud.all.first { $0.armHost == place.host || $0.graphHosts.contains(place.host) }
        return "https://\((cloud ?? .publicCloud).network)"
    }

    mutating func note(_ caller: Caller) {
        exchange.log.account = caller.user?.name
        exchange.log.tenant = caller.tenant.id
        exchange.log.client = (caller.claims["appid"] ?? caller.claims["azp"])?.stringValue
    }

    /// The API of the acceptance matrix: `GET /lanyard-demo/read`, for `api://lanyard-demo/Read`.
    mutating func demoAPI(_ request: Request) -> Reply {
        guard let resource = world.resource("api://lanyard-demo") else { return .html("", status: 404) }
        do throws(AccessProblem) {
            let caller = try caller(request, of: resource)
            note(caller)
            guard caller.permissions.contains("Read") else {
                return .json(
                    ["error": ["code": "Forbidden", "message": "The token lacks the permission Read."]],
                    status: 403
                )
            }
            return .json([
                "hello": .string(caller.user?.displayName ?? "app"), "tenant": .string(caller.tenant.id),
            ])
        } catch {
            let body: JSONValue = ["error": ["code": "Unauthorized", "message": "The token is missing or not good."]]
            return .json(body, status: 401, headers: [challengeHeader(error, resource)])
        }
    }
}
