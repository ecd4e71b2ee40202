import Foundation
import Testing

@testable import LanyardCore

/// Rotation, sign-out and sign-in in every order that a seed brings; `LANYARD_RACE_SEED` and `LANYARD_RACE_ROUNDS` choose others.
@Suite("Races on one account")
struct RaceTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }
    private static let firstSeed = number("LANYARD_RACE_SEED") ?? 20_261_201
    private static let rounds = number("LANYARD_RACE_ROUNDS") ?? 60

    @Test(
        "lose no refresh token, bring nobody back and leave nothing double, whatever comes first",
        arguments: Race.Mix.allCases
    )
    func anyOrder(mix: Race.Mix) async throws {
        var counts: [String: Int] = [:]
        var wrong = 0
        for round in 0..<Self.rounds {
            let seed = Self.firstSeed &+ round
            let race = Race(mix, seed: seed)
            let outcomes = try await race.run()
            for outcome in outcomes { counts[outcome, default: 0] += 1 }
            let trace = race.conductor.trace
            let faults = try await race.faults(after: outcomes)
            guard !faults.isEmpty else { continue }
            wrong += 1
            Issue.record("\(mix.rawValue), seed \(seed), \(race.parts): \(faults)\n\(trace.joined(separator: "\n"))")
        }
        let ends = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("race: \(mix.rawValue) | \(Self.rounds) | \(ends) | \(wrong) | \(Self.firstSeed)")
        #expect(wrong == 0)
    }

    @Test("the same seed plays the same race", arguments: [UInt64(1), 2, 3, 4, 5])
    func sameSeed(seed: UInt64) async throws {
        let races = [Race(.anything, seed: seed), Race(.anything, seed: seed)]
        var outcomes: [[String]] = []
        for race in races { outcomes.append(try await race.run()) }
        #expect(outcomes[0] == outcomes[1])
        #expect(races[0].conductor.trace == races[1].conductor.trace)
    }

    @Test("without locks they go wrong, and that is seen", arguments: [Race.Mix.renewals, .signIn, .outAndIn])
    func withoutLocks(mix: Race.Mix) async throws {
        var wrong = 0
        for seed in 0..<40 where wrong == 0 {
            let race = Race(mix, seed: UInt64(seed), locksWork: false)
            let outcomes = try await race.run()
            wrong += try await race.faults(after: outcomes).isEmpty ? 0 : 1
        }
        #expect(wrong > 0)
    }
}
