/// The text form of queries and form bodies (`application/x-www-form-urlencoded`).
public enum FormURLEncoding {
    /// The pairs as `name=value&…`; safe in a query and in a form body alike.
    ///
    /// Everything but the unreserved characters of RFC 3986 is percent-encoded, so `+` becomes `%2B` and a blank `%20`.
    public static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { percentEncode($0.0) + "=" + percentEncode($0.1) }.joined(separator: "&")
    }

    /// One name, value or path segment, percent-encoded.
    public static func percentEncode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexDigits[Int(byte >> 4)])
                encoded.append(hexDigits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The pairs in order, or nothing where a percent sign is not followed by two hex digits or the bytes are not UTF-8.
    ///
    /// `+` is a blank. Empty pieces between two `&` are passed over; a piece without `=` has an empty value.
    public static func decode(_ text: String) -> [(name: String, value: String)]? { decode(text.utf8) }

    /// The pairs in order, or nothing where the bytes are not well formed.
    ///
    /// As ``decode(_:)-(String)``, for a body as it came from the wire.
    public static func decode(_ bytes: some Collection<UInt8>) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for piece in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescape(parts[0], plusIsBlank: true) else { return nil }
            guard let value = parts.count > 1 ? unescape(parts[1], plusIsBlank: true) : "" else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// A path segment without its percent-encoding, or nothing where it is not well formed; `+` stays `+`.
    public static func percentDecode(_ text: String) -> String? { unescape(text.utf8, plusIsBlank: false) }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func unescape(_ bytes: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            } else if byte == UInt8(ascii: "+"), plusIsBlank {
                decoded.append(UInt8(ascii: " "))
            } else {
                decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
