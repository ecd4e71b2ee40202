internal import FoundationEssentials

/// Base64 with the standard alphabet and padding, as certificates and claims challenges carry it.
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
