import LanyardCore
import LanyardTesting
import Testing

@testable import LanyardSelection

/// Rules that hold in every world, tried in ten thousand of them; a failure names the seed of its world.
///
/// One after the other and with breaks, since the few threads that all tests share would else be taken for half a minute.
@Suite("Properties of selection", .serialized)
struct PropertyTests {
    static let batches = Array(0..<10)
    static let batchSize = 1000

    static func worlds(_ batch: Int) -> some Sequence<RandomWorld> {
        (0..<batchSize).lazy.map { RandomWorld(seed: UInt64(batch * batchSize + $0) &* 0x5851_f42d_4c95_7f2d) }
    }

    static func select(_ random: RandomWorld) -> Verdict { Selector.select(random.request, in: random.world) }

    @Test("the same input gives the same verdict, in whatever order it comes (a)", arguments: batches)
    func deterministic(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            var generator = SeededGenerator(seed: random.seed ^ 1)
            var other = random
            other.world.accounts.shuffle(using: &generator)
            other.world.bindings.rules.shuffle(using: &generator)
            other.world.history.rows.shuffle(using: &generator)
            other.request.selectors.shuffle(using: &generator)
            other.request.session?.accounts.shuffle(using: &generator)
            #expect(Self.select(random) == Self.select(other), "seed \(random.seed)")
        }
    }

    @Test("the state of a sign-in changes nothing (b)", arguments: batches)
    func tokenState(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            var other = random
            for index in other.world.accounts.indices { other.world.accounts[index].needsSignIn.toggle() }
            #expect(Self.select(random) == Self.select(other), "seed \(random.seed)")
        }
    }

    @Test("a pin that does not count neither selects nor lets anybody else act (d)", arguments: batches)
    func untrustedPin(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            var generator = SeededGenerator(seed: random.seed ^ 2)
            var distrusted = random
            distrusted.request.context = SelectionContext(directory: "/r0", root: "/r0")
            let name = random.world.accounts.first?.username ?? "nobody"
            var pin = RandomWorld.pin(0, [name, "fab"], &generator)
            pin.approval = generator.pick([.unapproved, .changed, .foreignOwner, .writableByOthers, .damaged])
            distrusted.request.context.pins = [pin]
            let verdict = Self.select(distrusted)
            let isNamed = distrusted.request.selectors.contains { $0.source.isExplicit }
            let isSingle = distrusted.request.session?.accounts.count == 1
            if !isNamed, !isSingle { #expect(verdict.outcome != .selected, "seed \(random.seed)") }

            // What the file says must not matter to whom it does not stop either.
            distrusted.request.context.pins[0].pin = Pin(account: "bob@fabrikam.com", tenant: .id(Fixture.northwind))
            let changed = Self.select(distrusted)
            #expect(changed.account == verdict.account, "seed \(random.seed)")
            #expect(changed.tenantID == verdict.tenantID, "seed \(random.seed)")
            #expect(changed.reason == verdict.reason, "seed \(random.seed)")
        }
    }

    @Test("nothing outside a session is ever used (e)", arguments: batches)
    func session(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            let verdict = Self.select(random)
            guard let session = random.request.session, let account = verdict.account else { continue }
            if let tenant = session.tenant, tenant.isSpecific {
                #expect(verdict.tenantID == random.world.tenantID(of: tenant), "seed \(random.seed)")
            }
            #expect(session.accounts.contains(account.identity), "seed \(random.seed)")
            guard !session.audiences.isEmpty, let audience = random.request.target.target?.audience else { continue }
            #expect(session.audiences.contains { Audience.isSame($0, audience) }, "seed \(random.seed)")
        }
    }

    @Test("what does not depend on the history is the same without it", arguments: batches)
    func history(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            var other = random
            other.world.history = History()
            let verdict = Self.select(other)
            if !verdict.dependsOnHistory { #expect(verdict == Self.select(random), "seed \(random.seed)") }
        }
    }

    /// "Worse" is everybody but the winner: who wins against a loser and loses without it was never ahead of anybody.
    ///
    /// Without the loser the winner still wins, or nobody does (its lead may have been frecency that is now shared out anew).
    @Test("without a loser the winner wins or nobody does (f)", arguments: batches)
    func losers(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            guard let winner = Self.select(random).account?.identity else { continue }
            for loser in random.world.accounts where loser.identity != winner {
                var other = random
                other.world.accounts.removeAll { $0.identity == loser.identity }
                let verdict = Self.select(other)
                #expect(verdict.account == nil || verdict.account?.identity == winner, "seed \(random.seed)")
            }
        }
    }

    @Test("a name given by a person yields that account or none", arguments: batches)
    func explicit(batch: Int) async {
        for random in Self.worlds(batch) {
            await Task.yield()
            let explicit = random.request.selectors.filter { $0.source.isExplicit }.min { $0.source < $1.source }
            guard let explicit, let chosen = Self.select(random).account else { continue }
            let account = random.world.accounts.first { $0.identity == chosen.identity }
            let names =
                [account?.username, account?.label, chosen.homeAccountID]
                + (account?.tenantProfiles.map(\.username) ?? [])
            #expect(names.contains { $0?.lowercased() == explicit.name.lowercased() }, "seed \(random.seed)")
        }
    }

    @Test("hard rules hold whatever the scores are", arguments: batches)
    func hardRules(batch: Int) async throws {
        for random in Self.worlds(batch) {
            await Task.yield()
            let verdict = Self.select(random)
            guard let chosen = verdict.account else { continue }
            let account = try #require(random.world.accounts.first { $0.identity == chosen.identity })
            if case .unknownHost = random.request.target {
                Issue.record("an unknown host got an account, seed \(random.seed)")
            }
            if let cloud = random.request.target.target?.cloud {
                #expect(account.key.environment == cloud, "seed \(random.seed)")
            }
            let isNamed = [.flag, .environment, .profile].contains(verdict.reason)
            let isSingle = random.request.session?.accounts.count == 1
            #expect(!account.isExplicitOnly || isNamed || isSingle, "seed \(random.seed)")
            guard !isNamed, let tenant = random.request.tenant, tenant.isSpecific else { continue }
            let id = random.world.tenantID(of: tenant)
            let membership =
                id.map { random.world.memberships.membership(of: account, in: $0, now: Fixture.now) } ?? .unknown
            if case .nonMember = membership { Issue.record("a known non-member was chosen, seed \(random.seed)") }
            let inCloud = random.world.accounts.filter { $0.key.environment == account.key.environment }
            let isVouched = random.request.session?.tenant == tenant || verdict.reason == .binding
            #expect(membership.isPositive || inCloud.count == 1 || isVouched, "seed \(random.seed)")
        }
    }

    @Test("enough worlds end in every way for the rules above to mean something")
    func coverage() async {
        var reasons: [Reason: Int] = [:]
        for batch in Self.batches {
            for random in Self.worlds(batch) {
                await Task.yield()
                reasons[Self.select(random).reason, default: 0] += 1
            }
        }
        for reason in Self.expected {
            #expect((reasons[reason] ?? 0) >= 10, "\(reason.rawValue): \(reasons[reason] ?? 0)")
        }
    }

    static let expected: [Reason] = [
        .flag, .environment, .profile, .remoteUser, .pin, .session, .binding, .onlyMember, .onlyAccount, .score,
        .defaultAccount, .ambiguous, .ambiguousSelector, .notSignedIn, .noAccount, .noCandidate, .membershipUnverified,
        .wrongCloud, .untrustedPin, .pinConflict, .bindingConflict, .needsExplicit, .contextUnknown, .outsideSession,
        .unknownHost,
    ]
}
