import LanyardCore

extension Service {
    static let cors = HTTPField("Access-Control-Allow-Origin", "*")
    static let dayCache = HTTPField("Cache-Control", "max-age=86400, private")

    /// `/common/discovery/instance`: which hosts belong together.
    mutating func instanceDiscovery(_ request: Request) -> Reply {
        guard request.method == "GET" || request.method == "HEAD" else { return wrongVerb(request) }
        guard let asked = request.queryParameters["authorization_endpoint"] else {
            return failure(ServiceError(900144, "authorization_endpoint"))
        }
        guard let target = Self.splitURL(asked) else { return failure(ServiceError(50049, asked)) }
        let isOwn = AuthorityReader.ownHosts.contains(target.place.host)
        guard isOwn || Cloud.hosting(target.place.host) != nil else { return failure(ServiceError(50049, asked)) }
        // MSAL Python leaves the port out of what it asks for; the next call has to find the emulator all the same.
        let port = isOwn ? publicPort : target.place.port
        let place = port.map { $0 == 443 ? target.place.host : "\(target.place.host):\($0)" } ?? target.place.host
        let segment = target.pieces.first ?? "common"
        var rows = Cloud.all.map { cloud in row(cloud.network, cloud.cache, cloud.aliases) }
        if isOwn {
            let host = target.place.host
            rows.insert(row(host, host, [host, "\(host):\(publicPort)"]), at: 0)
        }
        let document: JSONValue = [
            "tenant_discovery_endpoint": .string("https://\(place)/\(segment)/v2.0/.well-known/openid-configuration"),
            "api-version": "1.1",
            "metadata": .array(rows),
        ]
        return .json(document, headers: [Self.cors, Self.dayCache])
    }

    private func row(_ network: String, _ cache: String, _ aliases: [String]) -> JSONValue {
        [
            "preferred_network": .string(network), "preferred_cache": .string(cache),
            "aliases": .array(aliases.map(JSONValue.string)),
        ]
    }

    /// Host, port and path pieces of an https URL.
    static func splitURL(_ url: String) -> (place: HostPort, pieces: [String])? {
        guard url.lowercased().hasPrefix("https://") else { return nil }
        let rest = url.dropFirst(8)
        let front = rest.prefix { $0 != "?" && $0 != "#" }
        let parts = front.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let authority = parts.first, !authority.isEmpty, !authority.contains("@") else { return nil }
        return (HostPort(authority), parts.dropFirst().filter { !$0.isEmpty })
    }

    /// The OpenID configuration.
    mutating func document(_ request: Request, _ authority: Authority, isOldForm: Bool) -> Reply {
        guard request.method == "GET" || request.method == "HEAD" else { return wrongVerb(request) }
        let headers = [Self.cors, Self.dayCache]
        switch authority.kind {
        case .adfs: return .json(ADFSDocument.make(authority), headers: headers)
        case .oidc: return .json(GenericDocument.make(authority), headers: headers)
        default: break
        }
        let document = EntraDocument(authority: authority, isOldForm: isOldForm)
        return .json(document.json, headers: headers)
    }

    mutating func wrongVerb(_ request: Request) -> Reply {
        var reply = failure(
            ServiceError(error: "invalid_request", text: "\(request.method) is not allowed here.", status: 405)
        )
        reply.headers.append(HTTPField("Allow", "GET, HEAD"))
        return reply
    }

    /// The key set.
    mutating func keySet(_ request: Request, _ authority: Authority) -> Reply {
        guard request.method == "GET" || request.method == "HEAD" else { return wrongVerb(request) }
        let keys = ring.keys.map { $0.entry(issuer: authority.documentIssuer, instance: authority.cloud.instanceName) }
        return .json(["keys": .array(keys)], headers: [Self.cors, Self.dayCache])
    }

    /// What an ADFS client asks before it trusts a host.
    func webFinger(_ request: Request) -> Reply {
        let resource = request.queryParameters["resource"] ?? ""
        return .json([
            "subject": .string(resource),
            "links": [["rel": "http://schemas.microsoft.com/rel/trusted-realm", "href": .string(resource)]],
        ])
    }

    /// `/common/userrealm/{name}`: where a person's password is checked.
    mutating func userRealm(_ request: Request, name: String) -> Reply {
        let domain = String(name.split(separator: "@").last ?? "").lowercased()
        let user = world.user(name)
        let isKnown = user != nil || world.tenants.contains { $0.kind == .entra && $0.domains.contains(domain) }
        var body: [String: JSONValue] = [
            "ver": "1.0", "login": .string(name), "domain_name": .string(domain),
            "cloud_instance_name": .string((Cloud.hosting(request.hostName) ?? .publicCloud).instanceName),
            "cloud_audience_urn": "urn:federation:MicrosoftOnline",
            "account_type": isKnown ? "Managed" : "Unknown",
        ]
        if user?.state == .federated {
            let base = "https://adfs.localhost/adfs/services/trust"
            body["account_type"] = "Federated"
            body["federation_protocol"] = "WSTrust"
            body["federation_metadata_url"] = .string(base + "/mex")
            body["federation_active_auth_url"] = .string(base + "/2005/usernamemixed")
        }
        return .json(.object(body))
    }
}
