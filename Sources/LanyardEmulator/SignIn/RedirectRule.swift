/// Which redirect URIs a registration admits.
enum RedirectRule {
    /// Whether `asked` is the registered URI; on loopback over http the port may be any.
    static func admits(_ asked: String, registered: String) -> Bool {
        if asked == registered { return true }
        guard let asked = loopback(asked), let registered = loopback(registered) else { return false }
        return asked.host == registered.host && asked.path == registered.path
    }

    static func admits(_ asked: String, client: Client) -> Bool {
        guard asked.utf8.count <= 256, !asked.contains("#") else { return false }
        return (client.redirectURIs + client.singlePageRedirectURIs).contains { admits(asked, registered: $0) }
    }

    /// Host and path of an http URI on this computer; `localhost` and `127.0.0.1` are not the same.
    private static func loopback(_ uri: String) -> (host: String, path: String)? {
        guard uri.hasPrefix("http://") else { return nil }
        let rest = uri.dropFirst(7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let place = HostPort(String(authority))
        guard ["localhost", "127.0.0.1"].contains(place.host) else { return nil }
        let hasOddPort = place.port == nil && authority.contains(":")
        guard !hasOddPort else { return nil }
        let path = String(rest.dropFirst(authority.count))
        return (place.host, path.isEmpty ? "/" : path)
    }

    /// The URI with a slash where it has no path, as answers in query and fragment are sent to.
    static func withPath(_ uri: String) -> String {
        guard let start = uri.range(of: "://")?.upperBound else { return uri }
        let rest = uri[start...]
        guard !rest.contains("/") else { return uri }
        guard let question = rest.firstIndex(of: "?") else { return uri + "/" }
        return uri[..<question] + "/" + uri[question...]
    }
}

extension String {
    /// The first place of a text in this one.
    func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
