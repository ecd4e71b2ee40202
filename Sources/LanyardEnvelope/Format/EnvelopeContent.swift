package import LanyardCore

/// What is sealed in one file: the item's label, whose it is, and its bytes.
package struct EnvelopeContent: Sendable {
    /// The label for people; it names the account, and so is not outside.
    package var label: String
    /// The application that it belongs to.
    package var clientID: String
    /// The cache that it belongs to.
    package var partition: String
    /// The item's bytes.
    package var value: Secret

    package init(label: String, clientID: String, partition: String, value: Secret) {
        self.label = label
        self.clientID = clientID
        self.partition = partition
        self.value = value
    }

    /// Three texts, each with its length in two bytes before it, then the value.
    var buffer: WipedBuffer {
        let texts = [label, clientID, partition].map { Array($0.utf8.prefix(0xffff)) }
        return value.withRevealedBytes { value in
            let buffer = WipedBuffer(count: texts.reduce(value.count) { $0 + 2 + $1.count })
            var end = 0
            for text in texts {
                buffer.bytes[end] = UInt8(text.count >> 8)
                buffer.bytes[end + 1] = UInt8(text.count & 0xff)
                UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[(end + 2)...]).copyBytes(from: text)
                end += 2 + text.count
            }
            UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[end...]).copyBytes(from: value)
            return buffer
        }
    }

    /// Reads what `buffer` made.
    init?(_ buffer: WipedBuffer) {
        // A look at its bytes does not keep the buffer; every way out has to come after the last read.
        defer { withExtendedLifetime(buffer) {} }
        let bytes = UnsafeRawBufferPointer(buffer.bytes)
        var texts: [String] = []
        var end = 0
        for _ in 0..<3 {
            guard bytes.count >= end + 2 else { return nil }
            let count = Int(bytes[end]) << 8 | Int(bytes[end + 1])
            guard bytes.count >= end + 2 + count else { return nil }
            texts.append(String(decoding: bytes[(end + 2)..<(end + 2 + count)], as: UTF8.self))
            end += 2 + count
        }
        label = texts[0]
        clientID = texts[1]
        partition = texts[2]
        value = Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }
}
