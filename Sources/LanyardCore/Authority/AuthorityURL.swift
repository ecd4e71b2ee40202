/// The parts of an authority's URL, taken apart strictly.
///
/// People paste addresses from portals; each part that cannot belong to an authority is refused by its name.
struct AuthorityURL {
    let host: String
    let segments: [String]

    init(_ text: String) throws(LanyardError) {
        func refuse(_ part: String, _ reason: String) -> LanyardError {
            LanyardError(
                .invalidAuthority,
                "the authority '\(TerminalText.oneLine(text, limit: 200))' \(reason)",
                hint: "write it as https://login.microsoftonline.com/TENANT"
            ).with { $0.field = part }
        }
        guard let scheme = text.firstRange(of: "://") else { throw refuse("scheme", "has no scheme") }
        guard text[..<scheme.lowerBound].lowercased() == "https" else { throw refuse("scheme", "is not https") }
        let rest = text[scheme.upperBound...]
        guard rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f && $0 != "\\" }) else {
            throw refuse("url", "contains blanks, control characters or a backslash")
        }
        guard !rest.contains("?") else { throw refuse("query", "has a query") }
        guard !rest.contains("#") else { throw refuse("fragment", "has a fragment") }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let place = rest[..<slash]
        guard !place.contains("@") else { throw refuse("user", "has a user name in it") }
        host = try Self.host(place, refuse)
        var segments: [String] = []
        for piece in rest[slash...].split(separator: "/") {
            guard piece != ".", piece != "..", !piece.contains("%") else {
                throw refuse("path", "has '\(piece)' in its path")
            }
            segments.append(String(piece))
        }
        self.segments = segments
    }

    private static func host(
        _ place: Substring,
        _ refuse: (String, String) -> LanyardError
    ) throws(LanyardError) -> String {
        let lower = place.lowercased()
        // A literal IPv6 address has colons of its own.
        let colon =
            lower.hasPrefix("[") ? lower.lastIndex(of: "]").map { lower.index(after: $0) } : lower.firstIndex(of: ":")
        let name = colon.map { String(lower[..<$0]) } ?? lower
        let port = colon.map { lower[$0...].dropFirst() } ?? ""
        let isLiteral = name.hasPrefix("[") && name.hasSuffix("]") && name.count > 4
        let isName =
            !name.isEmpty && !name.hasPrefix(".") && !name.hasPrefix("-")
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "."
            }
        guard isLiteral || isName else { throw refuse("host", "has no usable host") }
        guard let colon, colon < lower.endIndex else { return name }
        guard lower[colon] == ":", let number = UInt16(port), number > 0 else {
            throw refuse("port", "has no usable port")
        }
        return number == 443 ? name : "\(name):\(number)"
    }
}

extension Authority {
    /// Reads an authority's URL.
    ///
    /// The kind is found from host and path unless it is given: `*.b2clogin.com`, a `tfp` piece or a policy name mean B2C,
    /// `*.ciamlogin.com` External ID, a first piece `adfs` ADFS, everything else Entra ID. What follows the tenant is ignored, so
    /// an authorize URL will do. Throws `invalid_authority` that names the wrong part.
    public init(_ text: String, kind: Kind? = nil) throws(LanyardError) {
        let url = try AuthorityURL(text)
        let segments = url.segments
        let found = kind ?? Self.kind(host: url.host, segments: segments)
        switch found {
        case .entra:
            guard let first = segments.first else { throw Self.missing("tenant", text) }
            self.init(kind: .entra, host: url.host, tenant: try TenantName(first))
        case .b2c:
            let hasPrefix = segments.first?.lowercased() == "tfp"
            let own = hasPrefix ? segments.dropFirst() : segments[...]
            guard let tenant = own.first, let policy = own.dropFirst().first else { throw Self.missing("policy", text) }
            let path = (hasPrefix ? "/tfp/" : "/") + "\(tenant.lowercased())/\(policy.lowercased())"
            self.init(
                kind: .b2c,
                host: url.host,
                tenant: try TenantName(tenant),
                policy: policy.lowercased(),
                path: path
            )
        case .ciam:
            let name = url.host.split(separator: ".").first.map(String.init) ?? ""
            self.init(kind: .ciam, host: url.host, tenant: try TenantName(segments.first ?? "\(name).onmicrosoft.com"))
        case .adfs:
            self.init(kind: .adfs, host: url.host, tenant: .common, path: "/adfs")
        case .oidc:
            var own = segments[...]
            if own.suffix(2) == [".well-known", "openid-configuration"] { own = own.dropLast(2) }
            let path = own.isEmpty ? "" : "/" + own.joined(separator: "/")
            self.init(kind: .oidc, host: url.host, tenant: .common, path: path)
        }
    }

    private static func kind(host: String, segments: [String]) -> Kind {
        let name = host.split(separator: ":").first.map(String.init) ?? host
        let first = segments.first?.lowercased()
        if name.hasSuffix(".ciamlogin.com") { return .ciam }
        if name.hasSuffix(".b2clogin.com") || first == "tfp" { return .b2c }
        if segments.count > 1, segments[1].lowercased().hasPrefix("b2c_1") { return .b2c }
        return first == "adfs" ? .adfs : .entra
    }

    private static func missing(_ part: String, _ text: String) -> LanyardError {
        LanyardError(
            .invalidAuthority,
            "the authority '\(TerminalText.oneLine(text, limit: 200))' names no \(part)",
            hint: part == "policy"
                ? "write it as https://NAME.b2clogin.com/NAME.onmicrosoft.com/B2C_1_POLICY"
                : "write it as https://login.microsoftonline.com/TENANT"
        ).with { $0.field = part }
    }
}
