internal import LanyardCore

/// Which proxy the environment names, and for which hosts it is not used.
struct ProxySettings: Equatable, Sendable {
    /// The proxy's URL; nothing where connections are direct.
    var proxy: String?
    /// Hosts, domains and networks that are reached directly.
    var exceptions: [String]

    /// Reads `https_proxy`, `all_proxy` and `no_proxy`; small letters come first, as everywhere.
    init(environment: [String: String]) throws {
        func value(_ name: String) -> String? {
            [environment[name], environment[name.uppercased()]].lazy.compactMap { $0 }.first
        }
        exceptions = Self.exceptions(value("no_proxy"))
        guard let text = ["https_proxy", "all_proxy"].lazy.compactMap(value).first(where: { !$0.isEmpty }),
            !exceptions.contains("*")
        else { return }
        proxy = try Self.proxyURL(text)
    }

    /// Whether the proxy's URL carries a name and a password.
    var hasCredentials: Bool { proxy?.contains("@") == true }

    private static func exceptions(_ text: String?) -> [String] {
        guard let text else { return ["localhost", "127.0.0.1", "::1"] }
        return text.split { $0 == "," || $0 == " " }.map { entry in
            entry.hasPrefix("[") && entry.hasSuffix("]") ? String(entry.dropFirst().dropLast()) : String(entry)
        }
    }

    private static func proxyURL(_ text: String) throws -> String {
        guard let separator = text.firstRange(of: "://") else { return "http://" + text }
        let rest = text[separator.upperBound...]
        switch text[..<separator.lowerBound].lowercased() {
        case "http", "https", "socks4", "socks4a", "socks5": return text
        // Names are resolved by the proxy here anyway.
        case "socks5h": return "socks5://" + rest
        default:
            throw LanyardError(
                .invalidConfiguration,
                "the proxy of the environment is of a kind that is not known",
                hint: "Set HTTPS_PROXY to http://HOST:PORT."
            ).with { $0.field = "HTTPS_PROXY" }
        }
    }
}
