/// Comparison of names without case, fast where both are ASCII.
package enum CaseInsensitive {
    /// Whether the two texts are the same but for case.
    package static func equal(_ left: String, _ right: String) -> Bool {
        let (leftBytes, rightBytes) = (left.utf8, right.utf8)
        var isASCII = true
        var isEqual = leftBytes.count == rightBytes.count
        // Folding both whole texts costs an allocation each; a thousand accounts are compared for every name.
        for (first, second) in zip(leftBytes, rightBytes) {
            if (first | second) & 0x80 != 0 {
                isASCII = false
                break
            }
            if lower(first) != lower(second) { isEqual = false }
        }
        return isASCII ? isEqual : left.lowercased() == right.lowercased()
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
}
