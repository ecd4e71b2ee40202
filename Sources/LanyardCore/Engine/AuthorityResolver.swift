/// Finds out where an authority's requests go and whether it may be trusted; remembers it for the life of the process.
///
/// Built-in hosts and those that the application trusts need no network, so that a cold start with a kept token works offline.
actor AuthorityResolver {
    private let settings: EngineSettings
    private let transport: any HTTPTransport
    private var found: [Authority: Endpoints] = [:]
    private var verdicts: [String: Bool] = [:]

    init(settings: EngineSettings, transport: any HTTPTransport) {
        self.settings = settings
        self.transport = transport
    }

    func endpoints(of authority: Authority) async throws -> Endpoints {
        if let known = found[authority] { return known }
        if authority.kind == .entra { try await checkHost(of: authority) }
        let endpoints: Endpoints
        if let fixed = Endpoints(authority) {
            endpoints = fixed
        } else {
            let document = try await getJSON(Endpoints.discovery(of: authority), authority)
            endpoints = try Endpoints(document: document, of: authority)
        }
        found[authority] = endpoints
        return endpoints
    }

    /// Asks the public cloud whether a host is one of Microsoft's before any person sees its page.
    private func checkHost(of authority: Authority) async throws {
        let host = authority.host
        let bare = host.split(separator: ":").first.map(String.init) ?? host
        guard !Cloud.isKnown(host: host) else { return }
        guard !settings.knownAuthorities.contains(host), !settings.knownAuthorities.contains(bare) else { return }
        guard settings.usesInstanceDiscovery else { throw Self.unknown(host) }
        if let verdict = verdicts[host] {
            guard verdict else { throw Self.unknown(host) }
            return
        }
        let query = FormURLEncoding.encode([
            ("api-version", "1.1"), ("authorization_endpoint", "\(authority.url)/oauth2/v2.0/authorize"),
        ])
        let url = "https://\(Cloud.publicCloud.host)/common/discovery/instance?\(query)"
        let response = try await transport.send(
            HTTPRequest(url: url, headers: [HTTPField("Accept", "application/json")])
        )
        let document = try? JSONValue.parse(response.body)
        let aliases = (document?["metadata"]?.arrayValue ?? []).flatMap { $0["aliases"]?.arrayValue ?? [] }
        let isListed = aliases.contains { [host, bare].contains($0.stringValue?.lowercased()) }
        if response.status == 200, document?["tenant_discovery_endpoint"]?.stringValue != nil {
            verdicts[host] = isListed
        } else if document?["error"]?.stringValue == "invalid_instance" {
            verdicts[host] = false
        } else {
            throw LanyardError(
                .serverUnavailable,
                "the authority \(host) could not be looked up (status \(response.status))"
            )
        }
        guard verdicts[host] == true else { throw Self.unknown(host) }
    }

    private static func unknown(_ host: String) -> LanyardError {
        LanyardError(
            .invalidAuthority,
            "'\(TerminalText.oneLine(host, limit: 120))' is no authority of a known cloud",
            hint: "check the address; name it as a known authority if you trust it with passwords and tokens"
        ).with { $0.field = "host" }
    }

    func getJSON(_ url: String, _ authority: Authority) async throws -> JSONValue {
        let response = try await transport.send(
            HTTPRequest(url: url, headers: [HTTPField("Accept", "application/json")])
        )
        let document = try? JSONValue.parse(response.body)
        if let document, let error = ServerError(document, status: response.status) {
            throw error.lanyardError(tenant: authority.tenant.pathSegment)
        }
        guard response.status == 200, let document, document.objectValue != nil else {
            throw LanyardError(
                response.status >= 500 ? .serverUnavailable : .malformedReply,
                "\(authority.host) answered with status \(response.status) and no usable document"
            ).with { $0.status = response.status }
        }
        return document
    }
}
