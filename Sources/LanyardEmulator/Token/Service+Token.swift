import LanyardCore

extension Service {
    /// The token endpoint.
    mutating func token(_ request: Request, _ authority: Authority) -> Reply {
        let form = request.form
        let grant = GrantName.short(form["grant_type"] ?? "")
        // A device code is polled with the same request on purpose.
        let fingerprint = Service.sha256(request.path + "|" + String(decoding: request.body, as: UTF8.self))
        if state.strictness.stopLoops, grant != "device_code", loops.isLooping(fingerprint, now: now) {
            return failure(ServiceError(50196))
        }
        do throws(ServiceError) {
            guard request.method == "POST" else { throw ServiceError(900561, request.method) }
            if state.strictness.refuseRepeated, let name = form.repeated {
                throw ServiceError(error: "invalid_request", text: "The parameter '\(name)' is given twice.")
            }
            guard form["grant_type"] != nil else { throw ServiceError(900144, "grant_type") }
            let body = try redeem(grant, form, request, authority)
            var headers = Service.noStore
            if let origin = request.header("Origin") {
                headers.append(HTTPField("Access-Control-Allow-Origin", origin))
            }
            return .json(body, headers: headers)
        } catch {
            loops.failed(fingerprint, now: now)
            return failure(error)
        }
    }

    private mutating func redeem(
        _ grant: String,
        _ form: Parameters,
        _ request: Request,
        _ authority: Authority
    ) throws(ServiceError) -> JSONValue {
        let known = [
            "authorization_code", "refresh_token", "device_code", "client_credentials", "password", "on_behalf_of",
        ]
        guard known.contains(grant) else { throw ServiceError(70003, form["grant_type"] ?? "") }
        let client = try authenticateClient(form, request, authority)
        exchange.log.client = client.id
        switch grant {
        case "authorization_code": return try redeemCode(form, request, authority, client)
        case "refresh_token": return try redeemRefreshToken(form, authority, client)
        case "device_code": return try redeemDeviceCode(form, authority, client)
        case "client_credentials": return try redeemCredentials(form, authority, client)
        case "password": return try redeemPassword(form, authority, client)
        default: return try redeemAssertion(form, authority, client)
        }
    }

    /// The app, with its secret checked.
    private func authenticateClient(
        _ form: Parameters,
        _ request: Request,
        _ authority: Authority
    ) throws(ServiceError) -> Client {
        var clientID = form["client_id"]
        var secret = form["client_secret"]
        if let header = request.header("Authorization"), header.lowercased().hasPrefix("basic ") {
            guard let bytes = Base64Text.decode(String(header.dropFirst(6))) else { throw ServiceError(70002) }
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ServiceError(70002) }
            clientID = FormURLEncoding.percentDecode(parts[0])
            secret = FormURLEncoding.percentDecode(parts[1])
        }
        guard let clientID else { throw ServiceError(900144, "client_id") }
        guard let client = client(clientID) else { throw ServiceError(700016, clientID) }
        if client.tenant != nil, authority.tenant != nil { _ = try knownClient(clientID, authority) }
        let hasAssertion = form["client_assertion"] != nil
        if client.isConfidential {
            guard secret != nil || hasAssertion else { throw ServiceError(7000218) }
            if hasAssertion { throw ServiceError(700027) }
            guard secret == client.secret else { throw ServiceError(7000215) }
        } else if secret != nil || hasAssertion {
            throw ServiceError(700025)
        }
        return client
    }

    /// The scope of a token request: of one resource.
    func tokenScope(_ text: String, _ client: Client, allowsSeveral: Bool = false) throws(ServiceError) -> ScopeRequest
    {
        let scope = try ScopeRequest(text, world: world, client: client, own: exchange.ownScopes)
        guard allowsSeveral || scope.parts.count < 2 else { throw ServiceError(28000) }
        return scope
    }

    /// The sign-in, unless the person's sessions were revoked after it.
    func checkEpoch(_ signIn: SignIn) throws(ServiceError) {
        guard signIn.epoch >= state.epochs[signIn.user] ?? 0 else { throw ServiceError(50173) }
    }

    /// Remembers an id as used; ids that nobody can come back with are forgotten.
    mutating func spend(_ id: String, until end: Int64) {
        state.spent = state.spent.filter { $0.value > now }
        state.spent[id] = end
    }
}
