internal import FoundationEssentials

/// Base64 with the URL-safe alphabet (RFC 4648 §5), as JWTs, `client_info` and PKCE use it.
public enum Base64URL {
    /// The bytes as text without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(
            decoding: Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: byte
                }
            },
            as: UTF8.self
        )
    }

    /// The bytes of a text, or nothing where it is not base64.
    ///
    /// Takes padding and the standard alphabet too, since some servers send them; refuses blanks and a cut-off group.
    public static func decode(_ text: String) -> [UInt8]? {
        var units = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while units.last == UInt8(ascii: "=") { units.removeLast() }
        guard units.count % 4 != 1 else { return nil }
        units += Array(repeating: UInt8(ascii: "="), count: (4 - units.count % 4) % 4)
        return Data(base64Encoded: Data(units)).map { Array($0) }
    }
}
