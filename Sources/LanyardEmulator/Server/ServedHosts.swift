/// The hosts that the emulator plays.
enum ServedHosts {
    /// Names served as they are.
    static let exact: [String] =
        Cloud.all.flatMap { $0.aliases + $0.graphHosts + [$0.armHost] }.filter { !$0.isEmpty }
        + ["microsoft.com", "www.microsoft.com", "aka.ms", "localhost", "adfs.localhost", "login.localhost"]

    /// Domains whose every direct sub-domain is served.
    static let wildcards = ["b2clogin.com", "ciamlogin.com"]

    /// What the certificate is for.
    static var certificateHosts: [String] { unique(exact) + wildcards.map { "*." + $0 } }

    /// What the certificate authority is restricted to.
    static var permittedDomains: [String] { unique(exact) + wildcards }

    static let loopback: [UInt8] = [127, 0, 0, 1]

    /// Whether the proxy plays the host; whatever the port, since some clients carry their authority's port over.
    static func isServed(_ host: String) -> Bool {
        let host = host.lowercased()
        return exact.contains(host) || host == "127.0.0.1" || wildcards.contains { host.hasSuffix("." + $0) }
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
