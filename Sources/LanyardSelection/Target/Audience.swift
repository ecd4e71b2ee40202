/// Audiences as rules compare them.
public enum Audience {
    /// The audience in small letters, without `/.default` and without slashes at the end.
    ///
    /// For comparison only: on the wire a slash at the end means something.
    public static func normalized(_ audience: String) -> String {
        if isNormal(audience.utf8) { return audience }
        var text = audience.lowercased()[...]
        if text.hasSuffix("/.default") { text = text.dropLast("/.default".count) }
        while text.hasSuffix("/") { text = text.dropLast() }
        return aliases[String(text)] ?? String(text)
    }

    /// Whether two audiences name the same resource.
    public static func isSame(_ left: String, _ right: String) -> Bool { normalized(left) == normalized(right) }

    /// Whether nothing is to be done, which most audiences are written for.
    private static func isNormal(_ text: String.UTF8View) -> Bool {
        // A table of them is gone through for each command, so the bytes are looked at where they are.
        text.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 && !(0x41...0x5a).contains($0) } && bytes.last != UInt8(ascii: "/")
                && !bytes.suffix(9).elementsEqual("/.default".utf8)
                && !bytes.prefix(24).elementsEqual("https://management.core.".utf8)
        } ?? false
    }

    /// Resources with two names of which tokens for one are taken for the other.
    private static let aliases: [String: String] = [
        "https://management.core.windows.net": "https://management.azure.com",
        "https://management.core.usgovcloudapi.net": "https://management.usgovcloudapi.net",
        "https://management.core.chinacloudapi.cn": "https://management.chinacloudapi.cn",
    ]
}
