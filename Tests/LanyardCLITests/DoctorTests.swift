import Foundation
import Lanyard
import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Doctor and prompt")
struct DoctorTests {
    private func status(_ bench: Bench, _ check: String) async throws -> String? {
        let result = await bench.run("doctor -o json")
        let list = try #require(try JSONValue.parse(Array(result.output.utf8)).arrayValue)
        #expect(list.allSatisfy { $0.objectValue?.keys.sorted() == ["check", "detail", "fix", "status"] })
        let hasFailure = list.contains { $0["status"] == "fail" }
        #expect(result.code == (hasFailure ? 1 : 0))
        return list.first { $0["check"] == .string(check) }?["status"]?.stringValue
    }

    @Test("all is well")
    func well() async throws {
        let bench = Bench(["BROWSER": "firefox"], service: FakeService([Person.alice]))
        let result = await bench.run("doctor")
        #expect(result.code == 0)
        #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("pass  ") })
        #expect(result.output.contains("pass  secret service: provided by gnome-keyring-d, answered in 4 ms\n"))
    }

    @Test("a locked, absent or memory-only store is told, each in its way")
    func store() async throws {
        let bench = Bench()
        await bench.service.diagnose(StoreDiagnosis(problem: LanyardError(.storeLocked, "locked", hint: "unlock it")))
        #expect(try await status(bench, "secret service") == "fail")
        await bench.service.diagnose(StoreDiagnosis(survivesReboot: false, hasVolatileCollection: false))
        #expect(try await status(bench, "keyring") == "warn")
        #expect(try await status(bench, "access tokens") == "warn")
    }

    @Test("a locked store's provider and collections are named, and a store that was changed is a failure")
    func provider() async throws {
        let bench = Bench()
        var found = StoreDiagnosis(problem: LanyardError(.storeLocked, "locked"), provider: "keepassxc", isLocked: true)
        found.processID = 7
        found.collections = [.init(path: "/c/db", label: "db", isLocked: true, aliases: ["default"])]
        await bench.service.diagnose(found)
        let locked = await bench.run("doctor")
        #expect(locked.output.contains("pass  provider: keepassxc, process 7\n"))
        #expect(locked.output.contains("pass  collections: db (locked, default)\n"))
        found.problem = nil
        found.mark = StoreIdentity(provider: "gnome-keyring-d", collection: "/c/login")
        await bench.service.diagnose(found)
        #expect(try await status(bench, "store") == "fail")
        found.mark = StoreIdentity(provider: "keepassxc", collection: "/c/db")
        await bench.service.diagnose(found)
        #expect(try await status(bench, "store") == "pass")
    }

    @Test("settings, certificates and display are looked at")
    func surroundings() async throws {
        #expect(try await status(Bench(["LANYARD_CA_FILE": "/nothing.pem"]), "certificates") == "fail")
        #expect(try await status(Bench(["LANYARD_TENANT": "no"]), "configuration") == "fail")
        #expect(try await status(Bench(), "browser") == "warn")
        #expect(try await status(Bench(), "accounts") == "warn")
        let damaged = Bench()
        try damaged.write("nonsense", to: damaged.configurationFile)
        #expect(try await status(damaged, "configuration") == "fail")
    }

    @Test("a proxy's password is not shown")
    func proxy() async {
        let result = await Bench(["https_proxy": "http://me:S3CRET@proxy.example:3128"]).run("doctor")
        #expect(result.output.contains("proxy.example:3128, with a user name"))
        #expect(!result.output.contains("S3CRET"))
    }

    @Test("the prompt shows the shell's account by its own name, from the index file alone")
    func prompt() async throws {
        let variables = ["LANYARD_ACCOUNT": Person.bob.homeAccountID.rawValue, "LANYARD_TENANT": "contoso.example"]
        let bench = Bench(variables)
        await bench.service.fail(LanyardError(.storeLocked, "locked"))
        try bench.write("", to: bench.folder + "/state/empty")
        let index = AccountIndex(accounts: [Person.alice, Person.bob]).bytes
        try Data(index).write(to: URL(filePath: bench.folder + "/state/accounts.index"))
        #expect(await bench.run("prompt") == Bench.Result(code: 0, output: "fab in contoso.example\n", error: ""))
        #expect(
            await bench.run(["__complete", "--", "token", "-a", "f"]).output == ":none\nfab\tbob@fabrikam.example\n"
        )
        #expect(await bench.run(["__complete", "--", "token", "-t", "c"]).output == ":none\ncontoso.example\n")
        #expect(await Bench().run("prompt") == Bench.Result(code: 0, output: "", error: ""))
    }
}
