import Foundation
import GLibBridge
import LanyardCore
import LanyardTestSupport

/// Numbers of the races: `LANYARD_RACE_SEED` and `LANYARD_RACE_PROCESS_ROUNDS` choose others.
enum RaceNumbers {
    static let seed = number("LANYARD_RACE_SEED") ?? 20_261_201
    static let rounds = Int(number("LANYARD_RACE_PROCESS_ROUNDS") ?? 16)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    /// A line that `contrib/races` makes a row of.
    static func report(_ race: String, _ rounds: Int, _ ends: String, wrong: Int = 0, seed: UInt64? = nil) {
        print("race: \(race) | \(rounds) | \(ends) | \(wrong) | \(seed.map(String.init) ?? "-")")
    }
}

extension Stage {
    /// Starts the built command and does not wait for it.
    func startLanyard(_ words: String...) throws -> TestProcess {
        try TestProcess([Self.program("lanyard")] + words, environment: environment())
    }

    /// Waits until the emulator holds so many answers back.
    func waitUntilHeld(_ name: String, count: Int = 1) async throws {
        let deadline = Deadline(in: .seconds(20))
        while try await control("fault", "waiting", name) != "\(count)\n" {
            guard !deadline.hasPassed else { throw SupportError("no answer is held") }
            try await GLibActor.sleep(.milliseconds(10))
        }
    }

    /// The exit code and findings of `lanyard cache verify`, where anything is wrong.
    func cacheFaults() async throws -> [String] {
        let run = try await lanyard("cache", "verify")
        return run.status == 0 ? [] : ["cache verify: \(run.status) \(run.output)\(run.errors)"]
    }

    /// The redemptions of refresh tokens that the emulator refused.
    func refusedRedemptions() async throws -> Int {
        try await requests().filter { $0["grant"]?.stringValue == "refresh_token" && $0["status"] != 200 }.count
    }
}
