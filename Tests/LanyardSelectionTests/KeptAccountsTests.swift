import LanyardCore
import Testing

@testable import LanyardSelection

/// Choosing among accounts of an index file, of which only what is looked at is made.
@Suite("Selection over an index file", .serialized)
struct KeptAccountsTests {
    static func kept(_ world: SelectionWorld) throws -> SelectionWorld {
        var world = world
        world.people = try #require(AccountIndex(bytes: AccountIndex(accounts: world.accounts).bytes)).list
        return world
    }

    @Test("accounts that are read row by row get the same verdict", arguments: 0..<4)
    func same(batch: Int) async throws {
        var short = 0
        for random in PropertyTests.worlds(batch) {
            await Task.yield()
            let world = try Self.kept(random.world)
            let verdict = Selector.select(random.request, in: world)
            #expect(verdict == PropertyTests.select(random), "seed \(random.seed)")
            let quick = SelectionRun(request: random.request, world: world, watch: nil).namedAlone()
            guard let quick else { continue }
            short += 1
            #expect(quick.considered.count == quick.candidates.count, "seed \(random.seed)")
        }
        #expect(short > 40)
    }

    @Test("of a thousand accounts a choice by name makes the texts of one account")
    func named() throws {
        let world = try Self.kept(SpeedTests.world)
        for name in ["LABEL 700", "user700@fabrikam.com"] {
            let before = world.people.textsMade
            let verdict = Selector.select(Fixture.request(AccountSelector(name, from: .flag)), in: world)
            #expect(verdict.account?.label == "label 700")
            #expect(world.people.textsMade - before < 50)
            #expect(verdict.considered.count == 1000 && verdict.candidates.count == 1000)
        }
    }

    @Test(
        "of a thousand accounts a choice by tenant or by points makes the ids and few texts more",
        arguments: [RequestedTenant?.none, .domain("fabrikam.com"), .id(Fixture.northwind)]
    )
    func unnamed(tenant: RequestedTenant?) throws {
        let world = try Self.kept(SpeedTests.world)
        let verdict = Selector.select(Fixture.request(tenant: tenant), in: world)
        #expect(verdict.considered.count == 1000)
        #expect(world.people.textsMade < 1000 + 150)
        #expect(verdict.candidates.count == 1000)
        #expect(world.people.textsMade > 3000)
    }

    @Test("the history is read for a choice by points, and for no other")
    func history() throws {
        var reads = 0
        func choose(_ request: SelectionRequest) -> Verdict {
            Selector.select(request, in: SpeedTests.world) {
                reads += 1
                return KeptHistory(SpeedTests.world.history, root: nil)
            }
        }
        _ = choose(Fixture.request(AccountSelector("label 7", from: .flag)))
        #expect(reads == 0)
        #expect(choose(Fixture.request()).dependsOnHistory)
        #expect(reads == 1)
    }
}
