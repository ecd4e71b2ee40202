extension JSONScanner {
    /// Reads a list of lists of whole numbers, all of one width, into one flat list.
    ///
    /// One loop over the bytes: through the general functions ten thousand rows would cost several times as much as choosing.
    mutating func table(width: Int) throws(Fault) -> [Int64] {
        var numbers: [Int64] = []
        try expect("[")
        guard !take("]") else { return numbers }
        let reading = withBytes { bytes in Self.rows(of: bytes, from: position, width: width, into: &numbers) }
        move(to: reading.position)
        guard reading.isComplete else { throw fault }
        return numbers
    }

    private static func rows(
        of bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        width: Int,
        into numbers: inout [Int64]
    ) -> (position: Int, isComplete: Bool) {
        var position = start
        func next() -> UInt8 {
            while position < bytes.count {
                switch bytes[position] {
                case 0x20, 0x09, 0x0a, 0x0d: position += 1
                default: return bytes[position]
                }
            }
            return 0
        }
        while true {
            guard next() == UInt8(ascii: "[") else { return (position, false) }
            for column in 0..<width {
                position += 1
                let isNegative = next() == UInt8(ascii: "-")
                if isNegative { position += 1 }
                let digits = position
                var value: Int64 = 0
                while position < bytes.count, bytes[position] &- 0x30 < 10, position - digits < 18 {
                    value = value * 10 + Int64(bytes[position] - 0x30)
                    position += 1
                }
                let end = UInt8(ascii: column == width - 1 ? "]" : ",")
                guard position > digits, next() == end else { return (position, false) }
                numbers.append(isNegative ? -value : value)
            }
            position += 1
            switch next() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"): return (position + 1, true)
            default: return (position, false)
            }
        }
    }
}
