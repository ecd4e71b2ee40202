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

    /// Places are plain local numbers on purpose: captured by a function inside they would live in memory, at twice the time.
    private static func rows(
        of bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        width: Int,
        into numbers: UnsafeMutablePointer<Int64>,
        _ body: (UnsafeMutablePointer<Int64>) -> Bool
    ) -> TableReading {
        let count = bytes.count
        var position = start
        while true {
            position = skipped(bytes, position)
            guard position < count, bytes[position] == UInt8(ascii: "[") else { break }
            var column = 0
            while column < width {
                position = skipped(bytes, position &+ 1)
                let isNegative = position < count && bytes[position] == UInt8(ascii: "-")
                if isNegative { position &+= 1 }
                let digits = position
                var value: Int64 = 0
                while position < count {
                    let digit = bytes[position] &- 0x30
                    guard digit < 10 else { break }
                    value = value &* 10 &+ Int64(digit)
                    position &+= 1
                }
                let length = position &- digits
                position = skipped(bytes, position)
                column &+= 1
                let end = column == width ? UInt8(ascii: "]") : UInt8(ascii: ",")
                guard length > 0, length <= 18, position < count, bytes[position] == end else {
                    return TableReading(position: position, isComplete: false)
                }
                numbers[column &- 1] = isNegative ? 0 &- value : value
            }
            guard body(numbers) else { break }
            position = skipped(bytes, position &+ 1)
            guard position < count else { break }
            if bytes[position] == UInt8(ascii: "]") { return TableReading(position: position + 1, isComplete: true) }
            guard bytes[position] == UInt8(ascii: ",") else { break }
            position &+= 1
        }
        return TableReading(position: position, isComplete: false)
    }

    /// The first place from here that is no blank.
    @inline(__always)
    private static func skipped(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            // One comparison for nearly every byte.
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return position }
            position &+= 1
        }
        return position
    }
}
