import LanyardCore

extension Service {
    /// Finds who answers.
    mutating func route(_ request: Request) -> Reply {
        let host = request.hostName
        let pieces = request.pieces.map { $0.lowercased() }
        let isOwn = AuthorityReader.ownHosts.contains(host)
        if request.method == "OPTIONS" { return preflight(request) }
        if pieces == ["error"] { return .html(Page.message("Error", "See the error's number in the address.")) }
        if pieces == ["devicelogin"] || pieces == ["device"] || pieces.suffix(2) == ["oauth2", "deviceauth"] {
            return devicePage(request)
        }
        if Cloud.all.contains(where: { $0.graphHosts.contains(host) }) || isOwn && Self.isGraphPath(pieces) {
            return graph(request, pieces)
        }
        if Cloud.all.contains(where: { $0.armHost == host }) || isOwn && Self.isARMPath(pieces) {
            return resourceManager(request, pieces)
        }
        if pieces.first == "lanyard-demo" { return demoAPI(request) }
        if isOwn, pieces.isEmpty { return .html(Page.message("Lanyard emulator", "A local identity platform.")) }
        if pieces == ["common", "discovery", "instance"] { return instanceDiscovery(request) }
        if pieces == [".well-known", "webfinger"] { return webFinger(request) }
        if pieces.count == 3, pieces[0] == "common", pieces[1] == "userrealm" {
            return userRealm(request, name: request.pieces[2])
        }
        do throws(ServiceError) {
            let (authority, words) = try AuthorityReader(world: world, publicPort: publicPort).read(request)
            exchange.log.tenant = authority.tenant?.id ?? authority.segment
            if authority.kind == .adfs { exchange.ownScopes = ADFSDocument.ownScopes }
            return login(request, authority, words)
        } catch {
            let isDocument = pieces.last == "openid-configuration"
            let isPage = pieces.last == "authorize" || pieces.last == "logout"
            if isPage { return errorPage(error) }
            let token = isDocument || error.number != 90002
            return failure(token ? error : ServiceError(90002, pieces.first ?? "", error: "invalid_request"))
        }
    }

    private mutating func login(_ request: Request, _ authority: Authority, _ words: [String]) -> Reply {
        switch words {
        case ["v2.0", ".well-known", "openid-configuration"]: document(request, authority, isOldForm: false)
        case [".well-known", "openid-configuration"]:
            document(request, authority, isOldForm: authority.kind == .entra)
        case ["oauth2", "v2.0", "authorize"], ["oauth2", "authorize"], ["authorize"]: authorize(request, authority)
        case ["login"]: signInStep(request, authority)
        case ["oauth2", "v2.0", "token"], ["oauth2", "token"], ["token"]: token(request, authority)
        case ["oauth2", "v2.0", "devicecode"], ["oauth2", "devicecode"], ["devicecode"]:
            deviceCode(request, authority)
        case ["oauth2", "v2.0", "logout"], ["oauth2", "logout"], ["logout"]: logout(request)
        case ["discovery", "v2.0", "keys"], ["discovery", "keys"], ["keys"]: keySet(request, authority)
        case ["v2.0", "adminconsent"], ["adminconsent"]: adminConsent(request, authority)
        case ["userinfo"]: userInfo(request)
        default: .html(Page.message("Not found", "The emulator has nothing at this address."), status: 404)
        }
    }

    static func isGraphPath(_ pieces: [String]) -> Bool {
        pieces.first == "v1.0" || pieces.first == "beta" || pieces == ["oidc", "userinfo"]
    }

    static func isARMPath(_ pieces: [String]) -> Bool {
        ["tenants", "subscriptions", "metadata"].contains(pieces.first)
    }

    private func preflight(_ request: Request) -> Reply {
        Reply(
            status: 204,
            headers: [
                HTTPField("Access-Control-Allow-Origin", request.header("Origin") ?? "*"),
                HTTPField("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
                HTTPField("Access-Control-Allow-Headers", request.header("Access-Control-Request-Headers") ?? "*"),
            ]
        )
    }
}
