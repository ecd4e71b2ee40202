/// Audiences as rules compare them.
public enum Audience {
    /// The audience in small letters, without `/.default` and without slashes at the end.
    ///
    /// For comparison only: on the wire a slash at the end means something.
    public static func normalized(_ audience: String) -> String {
        var text = audience.lowercased()[...]
        if text.hasSuffix("/.default") { text = text.dropLast("/.default".count) }
        while text.hasSuffix("/") { text = text.dropLast() }
        return aliases[String(text)] ?? String(text)
    }

    /// Whether two audiences name the same resource.
    public static func isSame(_ left: String, _ right: String) -> Bool { normalized(left) == normalized(right) }

    /// Resources with two names of which tokens for one are taken for the other.
    private static let aliases: [String: String] = [
        "https://management.core.windows.net": "https://management.azure.com",
        "https://management.core.usgovcloudapi.net": "https://management.usgovcloudapi.net",
        "https://management.core.chinacloudapi.cn": "https://management.chinacloudapi.cn",
    ]
}
