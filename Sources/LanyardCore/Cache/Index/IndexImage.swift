internal import Synchronization

/// The bytes of an index file: rows of fixed width that refer to texts by number, so that one row is read without the others.
///
/// ```text
/// 16 bytes  "lanyard-index 2\n"
///  8 bytes  check sum of all that follows
///  7 words  how many accounts, profiles, domains, names, texts; which text holds members of later versions; bytes of text
///           accounts, their places in the order of ids, profiles, domains, names, ends of texts: rows of words
///           the texts, one after the other
/// ```
///
/// A word has four bytes, the low one first. Text 0 is the absent one. Nothing outside the bytes is ever read, whatever they say:
/// a number that leads nowhere is an absent text.
struct IndexImage: Sendable {
    static let mark = Array("lanyard-index 2\n".utf8)
    static let headWidth = 24 + 7 * 4

    /// The sections of rows, in the order of the file.
    enum Section: Int, CaseIterable {
        case accounts, order, profiles, domains, names, ends

        /// Words a row.
        var width: Int {
            switch self {
            case .accounts: 10
            case .order, .ends: 1
            case .profiles: 7
            case .domains, .names: 2
            }
        }
    }

    private let bytes: [UInt8]
    private let starts: [Int]
    private let counts: [Int]
    private let textStart: Int
    let effort = IndexEffort()
    /// The text of members that this version does not know, as JSON.
    let other: Int

    /// Nothing where the bytes are of another form, cut off or changed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headWidth, bytes.starts(with: Self.mark) else { return nil }
        self.bytes = bytes
        let words = (0..<7).map { Self.word(bytes, 24 + 4 * $0) }
        counts = [words[0], words[0], words[1], words[2], words[3], words[4]]
        other = words[5]
        var start = Self.headWidth
        var starts: [Int] = []
        for section in Section.allCases {
            starts.append(start)
            start += counts[section.rawValue] * section.width * 4
        }
        self.starts = starts
        textStart = start
        guard start + words[6] == bytes.count, IndexSum.of(bytes, from: 24) == Self.sum(bytes) else { return nil }
    }

    func count(_ section: Section) -> Int { counts[section.rawValue] }

    /// One word of a row; nought where there is no such row.
    func word(_ section: Section, _ row: Int, _ column: Int) -> Int {
        guard row >= 0, row < counts[section.rawValue] else { return 0 }
        return Self.word(bytes, starts[section.rawValue] + (row * section.width + column) * 4)
    }

    /// The text of that number.
    func text(_ number: Int) -> String? {
        guard number != 0 else { return nil }
        effort.textsMade.add(1, ordering: .relaxed)
        return withText(number) { String(decoding: $0, as: UTF8.self) }
    }

    func withText<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = number > 0 ? word(.ends, number - 1, 0) : 0
        let end = word(.ends, number, 0)
        return bytes.withUnsafeBytes { all in
            let isSound = start <= end && textStart + end <= all.count
            let range = isSound ? (textStart + start)..<(textStart + end) : textStart..<textStart
            return body(UnsafeRawBufferPointer(rebasing: all[range]))
        }
    }

    /// The number of a text, where it is among those here.
    func number(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        var start = 0
        for number in 0..<counts[Section.ends.rawValue] {
            let end = word(.ends, number, 0)
            defer { start = end }
            guard end - start == wanted.count, number > 0 else { continue }
            if withText(number, { $0.elementsEqual(wanted) }) { return number }
        }
        return nil
    }

    /// The rows of names that have this key, as places of accounts; a place may come twice.
    func places(named key: Int) -> [Int] {
        let start = starts[Section.names.rawValue]
        let wanted = UInt32(truncatingIfNeeded: key).littleEndian
        return bytes.withUnsafeBytes { all in
            var places: [Int] = []
            // Thousands of rows of eight bytes: looked through without asking for each whether it is there.
            let rows = UnsafeRawBufferPointer(rebasing: all[start..<start + counts[Section.names.rawValue] * 8])
            guard let first = rows.baseAddress else { return [] }
            for offset in stride(from: 0, to: rows.count, by: 8)
            where first.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == wanted {
                places.append(Self.load(rows, offset + 4))
            }
            return places
        }
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes.withUnsafeBytes { load($0, offset) }
    }

    private static func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    private static func sum(_ bytes: [UInt8]) -> UInt64 {
        UInt64(word(bytes, 16)) | UInt64(word(bytes, 20)) << 32
    }
}
