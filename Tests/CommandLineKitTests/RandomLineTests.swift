import CommandLineKit
import Testing

/// Command lines made of a seed: whatever they are, some things hold.
@Suite("Any command line")
struct RandomLineTests {
    private static let words = [
        "token", "accounts", "label", "list", "exec", "--", "-", "-s", "--scope", "--scope=a", "-sa", "-fv", "--force",
        "-o", "json",
        "--output=json", "x", "y", "--help", "-a", "bob", "--account=bob", "--nothing", "-z", "", "--size", "3", "-vvv",
        "--explicit-only",
    ]

    @Test("reading ends, gives the same twice, and names a command or a problem", arguments: 0..<400)
    func total(seed: Int) {
        var random = SmallRandom(seed)
        let line = (0..<random.below(9)).map { _ in Self.words[random.below(Self.words.count)] }
        let first = describe(line)
        #expect(first == describe(line))
        #expect(!first.isEmpty)
    }

    @Test("where an option stands before the end of options makes no difference", arguments: 0..<100)
    func order(seed: Int) throws {
        var random = SmallRandom(seed)
        var line = ["accounts", "label", "x", "y"]
        for option in ["--output=json", "-v", "-v"] { line.insert(option, at: random.below(line.count + 1)) }
        let call = try #require(try Sample.parse(line))
        #expect(call[Sample.format] == .json)
        #expect(call[Sample.verbose] == 2)
        #expect(call[Sample.name] == "x")
        #expect(call[Sample.label] == "y")
    }

    @Test("what stands after two dashes reaches the other program word by word", arguments: 0..<100)
    func passThrough(seed: Int) throws {
        var random = SmallRandom(seed)
        let foreign = (0...random.below(6)).map { _ in Self.words[random.below(Self.words.count)] }
        let call = try #require(try Sample.parse(["exec", "-a", "bob", "--"] + foreign))
        #expect(call[Sample.words] == foreign)
    }

    @Test("completing any line offers only words that begin as typed", arguments: 0..<200)
    func completion(seed: Int) {
        var random = SmallRandom(seed)
        let line = (0..<random.below(6)).map { _ in Self.words[random.below(Self.words.count)] }
        let reply = Completer(Sample.root).complete(line)
        let allMatch = reply.candidates.allSatisfy { $0.value.hasPrefix(line.last ?? "") }
        #expect(allMatch)
    }

    private func describe(_ line: [String]) -> String {
        do {
            return try Sample.parse(line)?.path.text ?? "help"
        } catch {
            return "\(error)"
        }
    }
}

/// A generator that gives the same numbers for the same seed everywhere.
private struct SmallRandom {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
