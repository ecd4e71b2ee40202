import Glibc
package import Testing

/// Lets only a few tests at a time start programs of their own.
///
/// Swift Testing starts every test at once. Dozens of buses, keyrings and emulators beside each other starve each other until
/// calls that take milliseconds pass their limits, and whole runs take longer than with a few at a time.
package struct MachineShare: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite or a test with several cases waits case by case, so that nobody waits while holding a place.
        guard testCase != nil else { return try await function() }
        await Places.shared.take()
        do {
            try await function()
        } catch {
            await Places.shared.give()
            throw error
        }
        await Places.shared.give()
    }
}

extension Trait where Self == MachineShare {
    /// For suites whose tests start programs: buses, keyrings, emulators, browsers.
    ///
    /// Never on a suite and on a test of it, which would take two places.
    package static var startsPrograms: Self { MachineShare() }
}

/// The places for tests that start programs, handed on in the order of arrival.
private actor Places {
    static let shared = Places(count: 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
