import LanyardTesting

/// Changes inputs at random, the same way for the same seed.
struct Mutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next(below limit: Int) -> Int { Int(generator.next() % UInt64(max(limit, 1))) }

    private static let spices: [[UInt8]] = [
        "\"", "\\", "{", "}", "[", "]", ":", ",", "null", "-", "1e999", "99999999999999999999", "\\u0000", "\\ud800",
        ".", "%",
        "%zz", "+", "&", "=", "//", "..", "@", "#", "?", "😀", "\u{202e}", "\u{0}", "\r\n", " ", "true",
    ].map { Array($0.utf8) }

    /// One of the samples with one to eight changes.
    mutating func mutate(_ samples: [[UInt8]]) -> [UInt8] {
        var bytes = samples[next(below: samples.count)]
        for _ in 0...next(below: 8) {
            let place = next(below: bytes.count + 1)
            switch next(below: 6) {
            case 0 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] = UInt8(next(below: 256))
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(below: 12)))
            case 2: bytes.insert(contentsOf: Self.spices[next(below: Self.spices.count)], at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + next(below: 40))], at: place)
            case 4: bytes.removeLast(min(bytes.count, next(below: 60)))
            default:
                let other = samples[next(below: samples.count)]
                let start = next(below: other.count)
                bytes.insert(contentsOf: other[start..<min(other.count, start + next(below: 30))], at: place)
            }
        }
        return bytes
    }
}
