import GLibBridge
import Lanyard
import LanyardTestSupport
import LanyardTesting
import Testing

@Suite("Sign-out, sign-in and renewals of several processes", .startsPrograms, .serialized)
struct SignOutRaceTests {
    private static let forced = ["token", "-a", Name.alice, "--scope", "User.Read", "--force-refresh"]

    @Test("a renewal under way brings nobody back, nor takes a new sign-in's place", arguments: [false, true])
    func renewalUnderWay(signsInAgain: Bool) async throws {
        let stage = try await Stage()
        try await stage.control("strict", "rotate=on")
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.control("fault", "add", "--grant", "refresh_token", "--hold", "renewal")
        async let renewal = stage.lanyard(Self.forced)
        try await stage.waitUntilHeld("renewal")
        #expect(try await stage.lanyard("logout", Name.alice).status == 0)
        if signsInAgain { #expect(try await stage.signIn(Name.alice).status == 0) }
        try await stage.control("fault", "release", "renewal")
        let ended = try await renewal
        #expect(ended.status == (signsInAgain ? 0 : 3), "\(ended.errors)")
        #expect(try await stage.cacheFaults().isEmpty)
        let next = try await stage.lanyard(Self.forced)
        #expect((next.status == 0) == signsInAgain, "\(next.errors)")
        #expect(try await stage.refusedRedemptions() == 0)
        let ends = signsInAgain ? "the new sign-in is kept" : "account_removed, nobody comes back"
        RaceNumbers.report("renewal, sign-out\(signsInAgain ? ", sign-in" : "") of processes", 1, ends)
    }

    /// A command of a round.
    private enum Command: CaseIterable, Sendable {
        case renewal
        case guestRenewal
        case signOut
        case signIn
    }

    private struct Ended: Sendable {
        let command: Command
        let began: ContinuousClock.Instant
        let ended: ContinuousClock.Instant
        let run: Run
    }

    @Test("in any order lose no refresh token, bring nobody back and leave nothing double")
    func anyOrder() async throws {
        let stage = try await Stage()
        // A lost or twice used refresh token is refused from then on.
        try await stage.control("strict", "rotate=on")
        var counts: [String: Int] = [:]
        var wrong = 0
        // Pauses are shares of what a sign-in takes here, so that each order comes up on slow and fast machines.
        var isKept = false
        var signInTime = Duration.zero
        for round in 0..<RaceNumbers.rounds {
            let seed = RaceNumbers.seed &+ UInt64(round)
            if !isKept {
                let began = ContinuousClock.now
                #expect(try await stage.signIn(Name.alice).status == 0)
                signInTime = ContinuousClock.now - began
            }
            let faults: [String]
            (faults, isKept) = try await Self.round(stage, seed, signInTime)
            counts[isKept ? "signed in" : "signed out", default: 0] += 1
            wrong += faults.isEmpty ? 0 : 1
            if !faults.isEmpty { Issue.record("seed \(seed): \(faults)") }
        }
        #expect(try await stage.refusedRedemptions() == 0)
        let ends = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        RaceNumbers.report(
            "renewals, sign-out and sign-in of processes",
            RaceNumbers.rounds,
            ends,
            wrong: wrong,
            seed: RaceNumbers.seed
        )
    }

    private static func round(
        _ stage: Stage,
        _ seed: UInt64,
        _ signInTime: Duration
    ) async throws -> (faults: [String], isKept: Bool) {
        var random = SeededGenerator(seed: seed)
        var commands: [(Command, Duration)] = (Command.allCases + [.renewal]).map { command in
            let most = command == .signIn ? 0.5 : 1.5
            return (command, signInTime * Double.random(in: 0..<most, using: &random))
        }
        commands.shuffle(using: &random)
        let ended = try await withThrowingTaskGroup(of: Ended.self) { group in
            for (command, pause) in commands {
                group.addTask {
                    try await GLibActor.sleep(pause)
                    let began = ContinuousClock.now
                    let run = try await Self.run(command, stage)
                    return Ended(command: command, began: began, ended: .now, run: run)
                }
            }
            return try await group.reduce(into: [Ended]()) { $0.append($1) }
        }
        var faults = try await stage.cacheFaults()
        for one in ended where !isAllowed(one) {
            faults.append("\(one.command): \(one.run.status) \(one.run.errors)")
        }
        let next = try await stage.lanyard(forced)
        let isListed = try await stage.lanyard("accounts", "-o", "json").output != "[]\n"
        if (next.status == 0) != isListed { faults.append("afterwards: \(next.status) \(next.errors)") }
        if let out = ended.first(where: { $0.command == .signOut }),
            let back = ended.first(where: { $0.command == .signIn })
        {
            if back.ended < out.began, isListed { faults.append("a signed-out account came back") }
            if out.ended < back.began, !isListed { faults.append("a signed-in account is gone") }
        }
        return (faults, isListed)
    }

    private static func run(_ command: Command, _ stage: Stage) async throws -> Run {
        switch command {
        case .renewal: try await stage.lanyard(forced)
        case .guestRenewal: try await stage.lanyard(forced + ["-t", Name.fabrikam])
        case .signOut: try await stage.lanyard("logout", Name.alice)
        case .signIn: try await stage.signIn(Name.alice)
        }
    }

    /// Renewals may find nobody, before their start or in their middle.
    private static func isAllowed(_ one: Ended) -> Bool {
        switch one.command {
        case .renewal, .guestRenewal: [0, 3, 4].contains(one.run.status)
        case .signOut, .signIn: one.run.status == 0
        }
    }
}
