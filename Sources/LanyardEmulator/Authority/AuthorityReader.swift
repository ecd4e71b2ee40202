/// Finds the authority and the fixed words in a URL.
struct AuthorityReader {
    let world: World
    /// The emulator's own port, which belongs into what it writes for its bare name.
    let publicPort: Int

    static let ownHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]", "adfs.localhost", "login.localhost"]

    /// Splits a request to a login host; throws 90002 for a tenant of another world.
    func read(_ request: Request) throws(ServiceError) -> (authority: Authority, words: [String]) {
        let host = request.hostName
        let base = "https://" + (HostPort(request.host).port == 443 ? host : request.host.lowercased())
        var pieces = request.pieces
        let cloud = Cloud.hosting(host) ?? .publicCloud
        let isOwn = Self.ownHosts.contains(host)
        var authority = Authority(
            base: base,
            segment: "",
            kind: .entra,
            audience: .tenant,
            tenant: nil,
            cloud: cloud,
            issuerBase: Cloud.hosting(host).map { "https://\($0.network)" } ?? base,
            isOwn: isOwn
        )
        if host.hasSuffix(".ciamlogin.com") { return try readCIAM(request, &authority, pieces, host) }
        guard let first = pieces.first else { throw ServiceError(50059) }
        let policyOfQuery = request.queryParameters["p"]
        switch first.lowercased() {
        case "adfs":
            authority.kind = .adfs
            authority.segment = "adfs"
            authority.tenant = world.tenants.first { $0.kind == .adfs }
            return (authority, words(pieces.dropFirst()))
        case "oidc":
            authority.kind = .oidc
            authority.segment = "oidc"
            authority.tenant = world.tenants.first
            return (authority, words(pieces.dropFirst()))
        case "tfp":
            pieces.removeFirst()
            authority.isTrustFrameworkPath = true
            return try readB2C(&authority, pieces, policyOfQuery)
        default:
            let isB2C = pieces.count > 1 && pieces[1].lowercased().hasPrefix("b2c_")
            if host.hasSuffix(".b2clogin.com") || isB2C || policyOfQuery?.lowercased().hasPrefix("b2c_") == true {
                return try readB2C(&authority, pieces, policyOfQuery)
            }
            try setTenant(&authority, first)
            return (authority, words(pieces.dropFirst()))
        }
    }

    private func setTenant(_ authority: inout Authority, _ piece: String) throws(ServiceError) {
        authority.segment = piece
        switch piece.lowercased() {
        case "common": authority.audience = .common
        case "organizations": authority.audience = .organizations
        case "consumers", World.consumers: authority.tenant = world.tenant(id: World.consumers)
        default:
            guard let tenant = world.tenant(named: piece, kind: .entra) ?? ciamTenant(piece, authority) else {
                throw ServiceError(90002, piece)
            }
            let isHere = authority.isOwn || tenant.cloud == authority.cloud.name
            guard isHere else { throw ServiceError(90038, piece) }
            authority.tenant = tenant
            if authority.isOwn, let home = Cloud.all.first(where: { $0.name == tenant.cloud }) {
                authority.cloud = home
            }
        }
    }

    /// Customers' directories are served under the emulator's own name by their id.
    private func ciamTenant(_ piece: String, _ authority: Authority) -> Tenant? {
        guard authority.isOwn, let tenant = world.tenant(id: piece), tenant.kind == .ciam else { return nil }
        return tenant
    }

    private func readB2C(
        _ authority: inout Authority,
        _ pieces: [String],
        _ policyOfQuery: String?
    ) throws(ServiceError) -> (authority: Authority, words: [String]) {
        guard let first = pieces.first, let tenant = world.tenant(named: first, kind: .b2c) else {
            throw ServiceError(90002, pieces.first ?? "")
        }
        let fromPath = pieces.count > 1 && pieces[1].lowercased().hasPrefix("b2c_")
        let asked = fromPath ? pieces[1] : policyOfQuery ?? ""
        guard let policy = tenant.userFlows.first(where: { $0.lowercased() == asked.lowercased() }) else {
            throw ServiceError(error: "not_found", text: "There is no user flow '\(asked)'.", status: 404)
        }
        authority.kind = .b2c(policy: policy)
        authority.tenant = tenant
        let front = authority.isTrustFrameworkPath ? ["tfp", first] : [first]
        authority.segment = (front + [asked]).joined(separator: "/")
        return (authority, words(pieces.dropFirst(fromPath ? 2 : 1)))
    }

    private func readCIAM(
        _ request: Request,
        _ authority: inout Authority,
        _ pieces: [String],
        _ host: String
    ) throws(ServiceError) -> (authority: Authority, words: [String]) {
        let name = String(host.prefix { $0 != "." })
        let tenant = world.tenants.first { $0.kind == .ciam && ($0.shortName == name || $0.id == name) }
        guard let tenant else { throw ServiceError(90002, name) }
        authority.kind = .ciam
        authority.tenant = tenant
        let names = tenant.domains + [tenant.id, "common", "organizations"]
        let isNamed = pieces.first.map { names.contains($0.lowercased()) } ?? false
        authority.segment = isNamed ? pieces[0] : tenant.id
        return (authority, words(pieces.dropFirst(isNamed ? 1 : 0)))
    }

    /// The fixed words in small letters: MSAL Go writes `UserRealm`.
    private func words(_ pieces: ArraySlice<String>) -> [String] { pieces.map { $0.lowercased() } }
}
