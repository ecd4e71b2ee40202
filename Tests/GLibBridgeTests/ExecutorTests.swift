import GLibBridge
import Testing

@Suite("The GLib executor")
struct ExecutorTests {
    @Test("a sleep ends, and a cancelled sleep ends at once")
    func sleeps() async throws {
        try await GLibActor.sleep(.milliseconds(1))
        let task = Task { try await GLibActor.sleep(.seconds(600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("durations round up to whole milliseconds and never overflow")
    func durations() {
        #expect(Duration.microseconds(1).milliseconds == 1)
        #expect(Duration.seconds(2).milliseconds == 2000)
        #expect(Duration.seconds(-1).milliseconds == 0)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
    }

    @Test("SHA-256 of the empty input is the known one")
    func digest() {
        #expect(Digest.sha256([]).prefix(4) == [0xe3, 0xb0, 0xc4, 0x42])
        #expect(Digest.sha256(Array("abc".utf8)).prefix(4) == [0xba, 0x78, 0x16, 0xbf])
    }
}
