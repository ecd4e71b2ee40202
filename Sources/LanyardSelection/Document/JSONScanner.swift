/// Reads JSON byte by byte and knows where it is.
///
/// Two things need that: an error that names the line, and ten thousand rows of numbers read without a value for each.
struct JSONScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Where reading ended: the text is no JSON there, or not the shape that was asked for.
    struct Fault: Error {
        var position: Int
    }

    var fault: Fault { Fault(position: position) }
    var isAtEnd: Bool { position == bytes.count }

    /// The line of a position, counted from one.
    static func line(of position: Int, in bytes: [UInt8]) -> Int {
        bytes.prefix(position).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }

    /// How many bytes are still to be read.
    var left: Int { bytes.count - position }

    mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }

    /// Takes the byte, after blanks, if it is there.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(Fault) {
        guard take(character) else { throw fault }
    }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer(body)
    }

    mutating func move(to position: Int) { self.position = position }

    /// A string; escapes are left to the general reader, which gets the whole literal.
    mutating func string(_ decode: (ArraySlice<UInt8>) -> String?) throws(Fault) -> String {
        let (start, isPlain) = try literal()
        let inner = (start + 1)..<(position - 1)
        if isPlain { return withBytes { String(decoding: UnsafeBufferPointer(rebasing: $0[inner]), as: UTF8.self) } }
        guard bytes[inner].contains(UInt8(ascii: "\\")) else {
            guard let text = String(validating: bytes[inner], as: UTF8.self) else { throw Fault(position: start) }
            return text
        }
        guard let text = decode(bytes[start..<position]) else { throw Fault(position: start) }
        return text
    }

    /// Passes over a string literal; gives where it began and whether it is ASCII without escapes.
    private mutating func literal() throws(Fault) -> (start: Int, isPlain: Bool) {
        skipBlanks()
        let start = position
        try expect("\"")
        let first = position
        let reading = withBytes { all -> (position: Int, isClosed: Bool, isPlain: Bool) in
            var position = first
            while position < all.count, Self.isPlain(all[position]) { position &+= 1 }
            if position < all.count, all[position] == UInt8(ascii: "\"") { return (position + 1, true, true) }
            while position < all.count {
                switch all[position] {
                case UInt8(ascii: "\""): return (position + 1, true, false)
                case UInt8(ascii: "\\"): position += 2
                case 0..<0x20: return (position, false, false)
                default: position += 1
                }
            }
            return (position, false, false)
        }
        position = reading.position
        if reading.isClosed { return (start, reading.isPlain) }
        throw Fault(position: position < bytes.count ? position : min(start, bytes.count))
    }

    /// Neither the end of a string nor anything that needs a second look.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Passes over any value and gives its bytes.
    @discardableResult
    mutating func value(depth: Int = 0) throws(Fault) -> ArraySlice<UInt8> {
        skipBlanks()
        let start = position
        guard position < bytes.count, depth < 64 else { throw fault }
        switch bytes[position] {
        case UInt8(ascii: "\""): _ = try literal()
        case UInt8(ascii: "{"): try members(depth: depth)
        case UInt8(ascii: "["): try elements(depth: depth)
        default: try word()
        }
        return bytes[start..<position]
    }

    private mutating func members(depth: Int) throws(Fault) {
        try expect("{")
        if take("}") { return }
        repeat {
            _ = try literal()
            try expect(":")
            try value(depth: depth + 1)
        } while take(",")
        try expect("}")
    }

    private mutating func elements(depth: Int) throws(Fault) {
        try expect("[")
        if take("]") { return }
        repeat { try value(depth: depth + 1) } while take(",")
        try expect("]")
    }

    /// A number, or one of the three words; the general reader judges what exactly it is.
    private mutating func word() throws(Fault) {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2d, 0x2e: position += 1
            default:
                guard position > start else { throw fault }
                return
            }
        }
        guard position > start else { throw fault }
    }
}
