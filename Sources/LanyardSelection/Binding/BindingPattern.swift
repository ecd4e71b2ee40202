package import LanyardCore

/// What a binding is about, from the most specific to the least.
package enum BindingPattern: Sendable, Hashable {
    /// Everything below one path of one host.
    case url(host: String, path: String)
    /// One Azure DevOps organisation, whatever host it is reached by.
    case organization(String)
    /// One host, or the audience of that name.
    case host(String)
    /// Requests for one tenant.
    case tenant(String)
    /// One audience.
    case audience(String)

    /// Greater is more specific; a longer path is more specific than a shorter one.
    package var specificity: Int {
        switch self {
        case .url(_, let path): 1000 + path.utf8.count
        case .organization: 400
        case .host: 300
        case .tenant: 200
        case .audience: 100
        }
    }

    /// Whether a request is what the binding is about.
    package func matches(target: Target?, tenantID: String?, tenantName: String?) -> Bool {
        switch self {
        case .url(let host, let path):
            guard let target, target.host == host else { return false }
            let asked = target.path.lowercased()
            return asked == path || asked.hasPrefix(path + "/")
        case .organization(let name):
            return target?.kind == .azureDevOps && target?.organization?.lowercased() == name
        case .host(let host):
            guard let target else { return false }
            return target.host == host || Audience.isSame(target.audience, "https://\(host)")
        case .tenant(let name): return name == tenantID || name == tenantName
        case .audience(let audience): return target.map { Audience.isSame($0.audience, audience) } ?? false
        }
    }
}

extension BindingPattern {
    /// Reads what `bind` takes: a URL, a host, an organisation, a tenant or an audience, where needed with `org:`, `host:`,
    /// `tenant:` or `audience:` in front.
    ///
    /// Throws `invalid_argument` for anything else.
    package init(_ text: String, table: TargetTable = .builtIn) throws(LanyardError) {
        func value(after prefix: String) -> String? {
            guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
            return String(text.dropFirst(prefix.count))
        }
        let invalid = LanyardError(
            .invalidArgument,
            "\"\(TerminalText.oneLine(text, limit: 120))\" is no target for a binding",
            hint: "give a URL, org:NAME, host:NAME, tenant:NAME or audience:NAME"
        ).with { $0.field = "target" }
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }), !text.isEmpty else {
            throw invalid
        }
        if let name = value(after: "org:") {
            self = .organization(name.lowercased())
        } else if let name = value(after: "host:") {
            self = .host(name.lowercased())
        } else if let name = value(after: "tenant:") {
            self = .tenant(try RequestedTenant(name).name)
        } else if let name = value(after: "audience:") {
            self = .audience(Audience.normalized(name))
        } else if text.hasPrefix("https://") || text.contains("/") && !text.contains("://") {
            guard let pattern = Self.pattern(url: text.hasPrefix("https://") ? text : "https://\(text)", table: table)
            else {
                throw invalid
            }
            self = pattern
        } else if text.contains("://") {
            guard !text.hasPrefix("http://") else { throw invalid }
            self = .audience(Audience.normalized(text))
        } else if table.target(audience: text).kind != .api {
            self = .audience(Audience.normalized(text))
        } else if let pattern = Self.pattern(url: "https://\(text)", table: table),
            table.entry(host: text.lowercased()) != nil
        {
            self = pattern
        } else if let tenant = try? RequestedTenant(text) {
            self = .tenant(tenant.name)
        } else if !text.contains(":"), !text.contains(".") {
            self = .organization(text.lowercased())
        } else {
            throw invalid
        }
    }

    private static func pattern(url: String, table: TargetTable) -> BindingPattern? {
        guard let parts = URLParts(url), parts.port == nil || parts.port == "443" else { return nil }
        let path = parts.path.lowercased().split(separator: "/").map { "/" + $0 }.joined()
        guard case .target(let target) = table.target(url: url) else {
            return path.isEmpty ? .host(parts.host) : .url(host: parts.host, path: path)
        }
        if target.kind == .azureDevOps, let organization = target.organization?.lowercased() {
            // The organisation alone is the same rule in both ways of writing it.
            if path == "/\(organization)" || parts.host.hasPrefix("\(organization).") && path.isEmpty {
                return .organization(organization)
            }
        }
        return path.isEmpty ? .host(parts.host) : .url(host: parts.host, path: path)
    }
}

extension BindingPattern {
    /// The pattern that a person would bind after a request for this target.
    static func suggestion(for target: Target) -> BindingPattern {
        if target.kind == .azureDevOps, let name = target.organization { return .organization(name.lowercased()) }
        return target.host.isEmpty ? .audience(Audience.normalized(target.audience)) : .host(target.host)
    }
}

extension BindingPattern: CustomStringConvertible {
    /// The pattern as `bind` takes it.
    package var description: String {
        switch self {
        case .url(let host, let path): "https://\(host)\(path)"
        case .organization(let name): "org:\(name)"
        case .host(let host): "host:\(host)"
        case .tenant(let name): "tenant:\(name)"
        case .audience(let audience): "audience:\(audience)"
        }
    }
}
