import Foundation
import LanyardCore
import LanyardSelection
import Testing

@testable import LanyardCLI

/// What commands learn and use again.
@Suite("Evidence")
struct EvidenceTests {
    private let bench = Bench(service: FakeService([Person.alice, Person.bob]))
    private var history: String { bench.folder + "/state/history.json" }
    private var memberships: String { bench.folder + "/state/memberships.json" }
    private let arm = "https://management.azure.com"

    private func read(_ path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }

    /// Uses of bob for Azure Resource Manager, one each day.
    private func writeUses(_ count: Int64) throws {
        var history = History()
        for day in 1...count {
            history.recordSuccess(
                Person.bob.identity,
                target: TargetTable.builtIn.target(audience: arm).key,
                root: "/home/alice",
                reason: .flag,
                now: 1_767_225_600 - day * 86_400
            )
        }
        try bench.write(history.serialized(), to: self.history)
    }

    @Test("a success is noted once an hour, with target and tree and without anything secret")
    func noted() async throws {
        #expect(await bench.run("token -a fab -r \(arm)").code == 0)
        let text = try read(history)
        let noted = try History(reading: Array(text.utf8))
        #expect(noted.accounts == [Person.bob.identity])
        #expect(noted.roots == ["/home/alice"])
        #expect(noted.rows.map(\.count) == [2])
        #expect(!text.contains("AT-"))
        #expect(await bench.run("token -a fab -r \(arm)").code == 0)
        #expect(try read(history) == text)
    }

    @Test("a query of an address is not kept")
    func query() async throws {
        #expect(await bench.run("request -a fab https://graph.microsoft.com/v1.0/me?secret=1").code == 0)
        let text = try read(history)
        #expect(text.contains("graph:graph.microsoft.com"))
        #expect(!text.contains("secret") && !text.contains("/me"))
    }

    @Test("a kept token of the only account looks at no file and writes none; a fetched one is noted")
    func onlyAccount() async throws {
        let alone = Bench(service: FakeService([Person.alice]))
        try alone.write("damaged", to: alone.folder + "/state/history.json")
        try alone.write("damaged", to: alone.folder + "/state/memberships.json")
        #expect(await alone.run("token") == Bench.Result(code: 0, output: "AT-alice@contoso.example\n", error: ""))
        #expect(await alone.service.warnings.isEmpty)
        try FileManager.default.removeItem(atPath: alone.folder + "/state/history.json")
        await alone.service.fetch()
        #expect(await alone.run("token").code == 0)
        #expect(FileManager.default.fileExists(atPath: alone.folder + "/state/history.json"))
    }

    @Test("uses in this tree and on this target decide between a guest and a member at home")
    func decides() async throws {
        #expect(await bench.run("token -r \(arm)").code == 5)
        try writeUses(6)
        #expect(await bench.run("token -t fabrikam.example -r \(arm)").output == "AT-bob@fabrikam.example\n")
        let why = try JSONValue.parse(Array(await bench.run("which -t fabrikam.example -r \(arm) -o json").output.utf8))
        #expect(why["reason"] == "score")
    }

    @Test("a damaged history is told where it would count, and is a warning where it would be written")
    func damaged() async throws {
        try bench.write("{\"version\":1,", to: history)
        let asked = await bench.run("token -r \(arm)")
        #expect(asked.code == 2)
        #expect(asked.error.contains("history.json"))
        #expect(await bench.run("token -a fab -r \(arm)").code == 0)
        #expect(await bench.service.warnings.count == 1)
        #expect(try read(history) == "{\"version\":1,")
    }

    @Test("a tenant's refusal is kept for a week and drops the account; it is not about the home tenant")
    func refusal() async throws {
        let line = "token -a fab -t \(Person.contoso) -r \(arm)"
        await bench.service.fail(LanyardError(.notAMember, "no").with { $0.serverCode = "AADSTS50020" })
        #expect(await bench.run(line).code == 3)
        await bench.service.fail(nil)
        let facts = try MembershipFacts(reading: Array(read(memberships).utf8))
        let known = facts.membership(of: Person.bob, in: Person.contoso, now: 1_767_225_600 + 6 * 86_400)
        #expect(known == .nonMember(since: 1_767_225_600))
        #expect(facts.membership(of: Person.bob, in: Person.contoso, now: 1_767_225_600 + 8 * 86_400) == .unknown)
        let which = await bench.run("which -t \(Person.contoso) -o json").output
        #expect(which.contains("not-a-member"))
    }

    @Test("not being assigned to an application says nothing of the tenant")
    func notAssigned() async throws {
        await bench.service.fail(LanyardError(.notAMember, "no").with { $0.serverCode = "AADSTS50105" })
        #expect(await bench.run("token -a fab -t \(Person.contoso) -r \(arm)").code == 3)
        #expect(!FileManager.default.fileExists(atPath: memberships))
        #expect(try History(reading: Array(read(history).utf8)).rows.map(\.outcome) == [.notAuthorised])
    }

    @Test("a service that takes the token and says no speaks against the account there, until it says yes")
    func forbidden() async throws {
        let line = "request -a fab https://management.azure.com/subscriptions"
        await bench.service.reply([HTTPResponse(status: 403, body: Array("{}".utf8))])
        #expect(await bench.run(line).code == 1)
        #expect(try History(reading: Array(read(history).utf8)).rows.map(\.outcome) == [.notAuthorised])
        #expect(!FileManager.default.fileExists(atPath: memberships))
        #expect(await bench.run(line).code == 0)
        #expect(try History(reading: Array(read(history).utf8)).rows.map(\.outcome) == [.success])
    }

    @Test("a token from a tenant makes a member")
    func member() async throws {
        await bench.service.fetch()
        #expect(await bench.run("token -a fab -t \(Person.contoso) -r \(arm)").code == 0)
        let facts = try MembershipFacts(reading: Array(read(memberships).utf8))
        #expect(facts.membership(of: Person.bob, in: Person.contoso, now: 1_767_225_600) == .guest)
    }

    @Test("a guest that its profile tells of is written down only where a refusal has to be taken back")
    func knownGuest() async throws {
        let line = "token -a alice@contoso.example -t \(Person.fabrikam) -r \(arm)"
        await bench.service.fetch()
        #expect(await bench.run(line).code == 0)
        #expect(!FileManager.default.fileExists(atPath: memberships))
        await bench.service.fail(LanyardError(.notAMember, "no").with { $0.serverCode = "AADSTS50020" })
        #expect(await bench.run(line).code == 3)
        await bench.service.fail(nil)
        #expect(await bench.run(line).code == 0)
        let facts = try MembershipFacts(reading: Array(read(memberships).utf8))
        #expect(facts.membership(of: Person.alice, in: Person.fabrikam, now: 1_767_225_600) == .guest)
    }

    @Test("an unknown domain is asked for before choosing, and only then")
    func domain() async {
        await bench.service.answer(domain: "fab.example", Person.fabrikam)
        let found = await bench.run("which -t fab.example")
        #expect(found.code == 3)
        #expect(await bench.service.askedDomains.isEmpty)
        // Alice is a guest there and bob at home, which nothing decides.
        #expect(await bench.run("token -t fab.example").code == 5)
        #expect(await bench.service.askedDomains == ["fab.example"])
        #expect(await bench.run("token -a fab -t fab.example").code == 0)
        #expect(await bench.service.askedDomains == ["fab.example"])
    }

    @Test("offline an unknown domain is no obstacle for the only account, nor for a named one")
    func offline() async {
        let alone = Bench(service: FakeService([Person.alice]))
        #expect(await alone.run("token -t fab.example").output == "AT-alice@contoso.example\n")
        #expect(await bench.run("token -a fab -t fab.example").code == 0)
        #expect(await bench.run("token -t fab.example").code == 3)
    }
}
