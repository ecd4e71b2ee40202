extension JSONScanner {
    /// Reads a list of lists of whole numbers, all of one width, and hands each to `body`.
    ///
    /// One loop over the bytes: through the general functions ten thousand rows would cost several times as much as choosing.
    /// `body` tells whether the row can be one.
    mutating func table(width: Int, _ body: (UnsafeMutablePointer<Int64>) -> Bool) throws(Fault) {
        try expect("[")
        guard !take("]") else { return }
        let start = position
        let reading = withBytes { bytes in
            withUnsafeTemporaryAllocation(of: Int64.self, capacity: width) { row -> TableReading in
                guard let numbers = row.baseAddress else { return TableReading(position: start, isComplete: false) }
                return Self.rows(of: bytes, from: start, width: width, into: numbers, body)
            }
        }
        move(to: reading.position)
        guard reading.isComplete else { throw fault }
    }

    private struct TableReading {
        var position: Int
        var isComplete: Bool
    }

    private static func rows(
        of bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        width: Int,
        into numbers: UnsafeMutablePointer<Int64>,
        _ body: (UnsafeMutablePointer<Int64>) -> Bool
    ) -> TableReading {
        var position = start
        func next() -> UInt8 {
            while position < bytes.count {
                let byte = bytes[position]
                guard byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d else { return byte }
                position += 1
            }
            return 0
        }
        while true {
            guard next() == UInt8(ascii: "[") else { return TableReading(position: position, isComplete: false) }
            for column in 0..<width {
                position += 1
                let isNegative = next() == UInt8(ascii: "-")
                if isNegative { position += 1 }
                let digits = position
                var value: Int64 = 0
                while position < bytes.count {
                    let digit = bytes[position] &- 0x30
                    guard digit < 10 else { break }
                    value = value &* 10 &+ Int64(digit)
                    position &+= 1
                }
                let end = column == width - 1 ? UInt8(ascii: "]") : UInt8(ascii: ",")
                guard position > digits, position - digits <= 18, next() == end else {
                    return TableReading(position: position, isComplete: false)
                }
                numbers[column] = isNegative ? -value : value
            }
            guard body(numbers) else { return TableReading(position: position, isComplete: false) }
            position += 1
            switch next() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"): return TableReading(position: position + 1, isComplete: true)
            default: return TableReading(position: position, isComplete: false)
            }
        }
    }
}
