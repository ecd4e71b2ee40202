import LanyardCore

extension Service {
    static let deviceLife: Int64 = 900
    static let deviceInterval: Int64 = 5

    /// The device code endpoint.
    mutating func deviceCode(_ request: Request, _ authority: Authority) -> Reply {
        do throws(ServiceError) {
            guard request.method == "POST" else { throw ServiceError(900561, request.method) }
            let form = request.form
            guard let clientID = form["client_id"] else { throw ServiceError(900144, "client_id") }
            let client = try knownClient(clientID, authority)
            let isCustomers = authority.policy != nil || authority.kind == .ciam
            guard !isCustomers else { throw ServiceError(70003, "device_code") }
            guard let scope = form["scope"] else { throw ServiceError(900144, "scope") }
            _ = try tokenScope(scope, client, allowsSeveral: true)
            let code = "1.D" + random.token(bytes: 48)
            let userCode = newUserCode()
            state.devices = state.devices.filter { $0.value.expires + 3600 > now }
            state.devices[hash(code)] = DeviceGrant(
                userCode: userCode,
                client: client.id,
                scope: scope,
                segment: authority.segment.lowercased(),
                kind: authority.grantKind,
                issued: now,
                expires: now + Self.deviceLife,
                claims: try ClaimsRequest(form["claims"]).text
            )
            return .json(deviceReply(code, userCode, authority), headers: Service.noStore)
        } catch { return failure(error) }
    }

    private func deviceReply(_ code: String, _ userCode: String, _ authority: Authority) -> JSONValue {
        let page = authority.isOwn ? "\(authority.base)/devicelogin" : "https://microsoft.com/devicelogin"
        let message =
            "To sign in, use a web browser to open the page \(page) and enter the code \(userCode) to authenticate."
        var reply: [String: JSONValue] = [
            "device_code": .string(code), "user_code": .string(userCode), "verification_uri": .string(page),
            "expires_in": .integer(Self.deviceLife), "interval": .integer(Self.deviceInterval),
            "message": .string(message),
        ]
        if authority.kind == .oidc {
            // A generic server knows no message but the complete address.
            reply["message"] = nil
            reply["verification_uri_complete"] = .string(page + "?user_code=" + userCode)
        }
        return .object(reply)
    }

    /// Nine characters that nobody takes for others.
    private func newUserCode() -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
        return String(decoding: random.bytes(9).map { letters[Int($0) % letters.count] }, as: UTF8.self)
    }

    private func hash(_ code: String) -> String { Base64URL.encode(Service.sha256(code)) }

    mutating func redeemDeviceCode(
        _ form: Parameters,
        _ authority: Authority,
        _ client: Client
    ) throws(ServiceError) -> JSONValue {
        guard let code = form["device_code"] ?? form["code"] else { throw ServiceError(900144, "device_code") }
        let key = hash(code)
        guard var device = state.devices[key], device.client == client.id, device.state != .used,
            device.segment == authority.segment.lowercased(), device.kind == authority.grantKind
        else { throw ServiceError(70018) }
        guard now <= device.expires else { throw ServiceError(70020) }
        let last = device.lastPoll
        device.lastPoll = now
        state.devices[key] = device
        switch device.state {
        case .pending:
            if state.strictness.slowDown, let last, now - last < Self.deviceInterval {
                throw ServiceError(error: "slow_down", text: "Polling faster than the interval allows.")
            }
            throw ServiceError(70016)
        case .declined: throw ServiceError(70017)
        case .used: throw ServiceError(70018)
        case .approved: break
        }
        guard let signIn = device.signIn, let user = world.user(signIn.user),
            let tenant = device.tenant.flatMap({ world.tenant(id: $0) })
        else { throw ServiceError(70018) }
        try checkEpoch(signIn)
        var scope = try tokenScope(device.scope, client, allowsSeveral: true)
        scope.parts = Array(scope.parts.prefix(1))
        var order = TokenOrder(authority: authority, tenant: tenant, user: user, client: client, signIn: signIn)
        order.scope = scope
        order.scopeText = device.scope
        order.claims = try ClaimsRequest(form["claims"] ?? device.claims)
        order.flow = "device_code"
        order.wantsRefreshToken = scope.wantsRefreshToken
        order.wantsClientInfo = form.isOn("client_info") || authority.hasClientInfo
        let reply = try issue(order)
        state.devices[key]?.state = .used
        return reply
    }

    /// Answers a user code; the page and the command share it.
    mutating func answerDevice(_ userCode: String, machine: MachinePath) throws(ServiceError) {
        let asked = userCode.uppercased().filter { $0 != "-" && $0 != " " }
        guard let (key, device) = state.devices.first(where: { $0.value.userCode == asked }),
            device.state == .pending, now <= device.expires
        else { throw ServiceError(70018, "There is no such code, or it was used or has expired.") }
        guard machine.consents, !machine.cancels else {
            state.devices[key]?.state = .declined
            return
        }
        guard let user = world.user(machine.user) else { throw ServiceError(50034, machine.user) }
        guard let client = client(device.client) else { throw ServiceError(700016, device.client) }
        try checkState(user)
        let request = Request(host: "localhost", path: "/" + device.segment)
        let authority = try AuthorityReader(world: world, publicPort: publicPort).read(request).authority
        let (_, tenant) = try admit(user.name, cloudOf(user, authority), client)
        var signIn = newSignIn(user)
        signIn.device = machine.hasDevice
        if machine.hasMFA, rules(of: tenant).contains(where: { $0.demand == .mfa }) { signIn.methods = ["pwd", "mfa"] }
        let scope = try tokenScope(device.scope, client, allowsSeveral: true)
        let facts = PolicyFacts(
            user: user,
            client: client,
            resource: scope.parts.first?.resource ?? world.graph,
            flow: "device_code",
            signIn: signIn,
            now: now
        )
        if let error = policyError(facts, tenant) { throw error }
        grantConsents(scope, user, tenant, client)
        state.devices[key]?.signIn = signIn
        state.devices[key]?.tenant = tenant.id
        state.devices[key]?.state = .approved
    }

    /// The page where codes are typed in belongs to no cloud.
    private func cloudOf(_ user: User, _ authority: Authority) -> Authority {
        var authority = authority
        if let home = world.tenant(id: user.home.tenant), let cloud = Cloud.all.first(where: { $0.name == home.cloud })
        {
            authority.cloud = cloud
        }
        return authority
    }
}
