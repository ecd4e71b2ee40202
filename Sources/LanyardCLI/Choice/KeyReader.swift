/// Reads keys out of what a terminal sends.
struct KeyReader: Sendable {
    private var pending: [UInt8] = []

    /// The keys in the bytes read so far; an unfinished one waits for its rest.
    ///
    /// `isPause` tells that nothing more came for a while, so that a lone escape is the key itself.
    mutating func read(_ bytes: [UInt8], isPause: Bool = false) -> [PickerState.Key] {
        pending += bytes
        var keys: [PickerState.Key] = []
        while let (key, count) = next(isPause) {
            pending.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Whether an escape waits for what follows.
    var isWaiting: Bool { !pending.isEmpty }

    private func next(_ isPause: Bool) -> (PickerState.Key?, Int)? {
        guard let byte = pending.first else { return nil }
        switch byte {
        case 0x1b: return escape(isPause)
        case 0x0d, 0x0a: return (.enter, 1)
        case 0x7f, 0x08: return (.backspace, 1)
        case 0x03: return (.interrupt, 1)
        case 0x04: return (.cancel, 1)
        case 0x0e: return (.down, 1)
        case 0x10: return (.up, 1)
        case 0x15: return (.clear, 1)
        case 0..<0x20: return (nil, 1)
        default: return letter(byte, isPause)
        }
    }

    private func escape(_ isPause: Bool) -> (PickerState.Key?, Int)? {
        guard pending.count > 1 else { return isPause ? (.cancel, 1) : nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return (.cancel, 1) }
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
            return isPause ? (nil, pending.count) : nil
        }
        let key: PickerState.Key? =
            switch String(decoding: pending[2...end], as: UTF8.self) {
            case "A": .up
            case "B": .down
            case "H", "1~", "7~": .home
            case "F", "4~", "8~": .end
            case "5~": .pageUp
            case "6~": .pageDown
            default: nil
            }
        return (key, end + 1)
    }

    private func letter(_ byte: UInt8, _ isPause: Bool) -> (PickerState.Key?, Int)? {
        let count =
            switch byte {
            case 0xc2...0xdf: 2
            case 0xe0...0xef: 3
            case 0xf0...0xf4: 4
            default: 1
            }
        guard pending.count >= count else { return isPause ? (nil, pending.count) : nil }
        guard let text = String(validating: pending.prefix(count), as: UTF8.self), let character = text.first else {
            return (nil, 1)
        }
        return (.text(character), count)
    }
}
