internal import CGio
internal import GLibBridge
internal import LanyardCore

/// Where a request goes.
struct RequestTarget: Equatable {
    let host: String
    let port: Int
    let isTLS: Bool

    /// Refuses everything that would put a secret on the wire in clear text.
    init(_ url: String) throws {
        let uri = try? glibTry { g_uri_parse(url, G_URI_FLAGS_ENCODED, &$0) }
        guard let uri = uri.flatMap({ $0 }) else {
            throw LanyardError(.invalidArgument, "the request's URL cannot be read").with { $0.field = "url" }
        }
        defer { g_uri_unref(uri) }
        host = g_uri_get_host(uri).map { String(cString: $0) } ?? ""
        isTLS = g_uri_get_scheme(uri).map { String(cString: $0) } == "https"
        port = g_uri_get_port(uri) > 0 ? Int(g_uri_get_port(uri)) : isTLS ? 443 : 80
        let isPlain = g_uri_get_scheme(uri).map { String(cString: $0) } == "http"
        guard !host.isEmpty, g_uri_get_userinfo(uri) == nil, isTLS || (isPlain && Self.isLoopback(host)) else {
            throw LanyardError(
                .invalidArgument,
                "requests go to https URLs only, and to http where the host is this machine: \(host)"
            ).with { $0.field = "url" }
        }
    }

    /// The host, with its port where that is not the usual one.
    var name: String { port == (isTLS ? 443 : 80) ? host : "\(host):\(port)" }

    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        guard let address = g_inet_address_new_from_string(host) else { return false }
        let owner = ObjectRef(owning: UnsafeMutableRawPointer(address))
        return g_inet_address_get_is_loopback(owner.cast()) != 0
    }
}
