import LanyardCore

/// Something that is to go wrong, or to be otherwise than the service does it, for some requests.
///
/// Members not given match everything and change nothing.
struct Fault: Codable, Sendable {
    var id: Int?
    // Which requests.
    var host: String?
    /// A part of the path, compared without case.
    var path: String?
    var grant: String?
    /// The tenant's piece of the path as sent, or its id or one of its domains.
    var tenant: String?
    var client: String?
    /// So many matching requests go by first.
    var skip: Int?
    /// How often it strikes; 0 for ever, once where not given.
    var times: Int?
    // Before the answer.
    var delay: Int?
    /// The answer waits until this name is released.
    var hold: String?
    // Instead of the service's answer.
    var status: Int?
    var headers: [String: String]?
    var body: String?
    var html: Bool?
    /// The number of one of the service's own errors.
    var error: Int?
    var suberror: String?
    // How the answer is delivered.
    var close: Bool?
    var cut: Int?
    // What becomes of members of the service's JSON answer.
    var set: [String: JSONValue]?
    var drop: [String]?
    /// Numbers become texts.
    var strings: Bool?
    // What the tokens are like.
    /// Permissions that the person did not grant.
    var decline: [String]?
    /// Seconds that access tokens live.
    var lifetime: Int64?
    /// How the ID token is forged, one of ``Forgery``.
    var forge: String?
    /// How often a matching request came by.
    var seen: Int?

    /// Whether it takes the service's place altogether.
    var replaces: Bool { status != nil || body != nil || html == true || error != nil || close == true }

    /// Whether all its strikes are done.
    var isSpent: Bool {
        let times = times ?? 1
        return times > 0 && (seen ?? 0) - (skip ?? 0) >= times
    }

    /// Whether the request is one of those meant.
    func matches(_ request: Request, tenants: [Tenant]) -> Bool {
        let form = request.form
        if let host, request.hostName != host.lowercased() { return false }
        if let path, !request.path.lowercased().contains(path.lowercased()) { return false }
        if let grant, GrantName.short(form["grant_type"] ?? "") != GrantName.short(grant) { return false }
        if let client, (form["client_id"] ?? request.queryParameters["client_id"])?.lowercased() != client.lowercased()
        {
            return false
        }
        guard let tenant else { return true }
        let piece = request.pieces.first?.lowercased() ?? ""
        if piece == tenant.lowercased() { return true }
        let named = tenants.filter { $0.id == piece || $0.domains.contains(piece) }
        return named.contains { $0.id == tenant.lowercased() || $0.domains.contains(tenant.lowercased()) }
    }
}

/// Ways to forge an ID token.
enum Forgery: String, CaseIterable, Sendable {
    case none
    case hs256
    case unknownKey = "unknown-kid"
    case badSignature = "bad-signature"
    case wrongAudience = "wrong-aud"
    case wrongIssuer = "wrong-iss"
    case wrongTenant = "wrong-tid"
    case wrongNonce = "wrong-nonce"
    case expired
}

/// The grants' names, short ones for the two that are URNs.
enum GrantName {
    static func short(_ grant: String) -> String {
        switch grant {
        case "urn:ietf:params:oauth:grant-type:device_code", "device_code": "device_code"
        case "urn:ietf:params:oauth:grant-type:jwt-bearer", "on_behalf_of": "on_behalf_of"
        default: grant
        }
    }
}
