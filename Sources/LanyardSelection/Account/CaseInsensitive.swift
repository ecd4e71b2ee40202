/// Comparison of names without case, fast where both are ASCII.
package enum CaseInsensitive {
    /// Whether the two texts are the same but for case.
    ///
    /// ASCII equals ASCII only: folding would make a Kelvin sign a `k`, and one name another's.
    package static func equal(_ left: String, _ right: String) -> Bool {
        let (leftBytes, rightBytes) = (left.utf8, right.utf8)
        if leftBytes.count == rightBytes.count, equalBytes(leftBytes, rightBytes) { return true }
        // Two lengths and one of them ASCII is the common case and ends here. Folding whole texts costs an allocation each, and a thousand accounts are compared for every name.
        guard !isASCII(leftBytes), !isASCII(rightBytes) else { return false }
        return left.lowercased() == right.lowercased()
    }

    private static func equalBytes(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        zip(left, right).allSatisfy { $0 == $1 || lower($0) == lower($1) }
    }

    private static func isASCII(_ bytes: String.UTF8View) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
}
