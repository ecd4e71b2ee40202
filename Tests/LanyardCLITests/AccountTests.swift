import FoundationEssentials
import LanyardCore
import Recording
import Testing

@testable import LanyardCLI

@Suite("Accounts and choice")
struct AccountTests {
    private let bench = Bench(service: FakeService([Person.alice, Person.bob, Person.admin]))

    @Test(
        "results are as recorded",
        arguments: [
            "accounts", "accounts list -o json", "accounts -o tsv", "accounts show fab", "tenants",
            "tenants -a fab --discover -o json",
            "tenants -o tsv", "which", "which -a fab -o json", "which -t contoso.example",
            "use fab --shell -t contoso.example",
        ]
    )
    func recorded(line: String) async throws {
        let result = await bench.run(line)
        let name = "result-" + line.filter { $0 != " " && $0 != "-" } + ".txt"
        try expectRecorded("exit \(result.code)\n\(result.output)--- standard error\n\(result.error)", as: name)
    }

    @Test("of many who fit twenty are shown to people, and all to programs")
    func many() async throws {
        let crowd = Bench(service: FakeService((1...30).map(Person.extra)))
        let text = await crowd.run("which")
        #expect(text.code == 5)
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 22 && lines.last == "  and 10 more; -o json names all")
        let json = await crowd.run("which -o json").output
        #expect(json.split(separator: "\"username\"").count == 31)
    }

    @Test("nobody is an empty list, and a hint")
    func nobody() async {
        let empty = Bench()
        #expect(
            await empty.run("accounts")
                == Bench.Result(code: 0, output: "", error: "nobody is signed in: lanyard login\n")
        )
        #expect(await empty.run("accounts -o json").output == "[]\n")
        #expect(await empty.run("-q accounts").error == "")
    }

    @Test(
        "a store that does not answer is not an empty list",
        arguments: [LanyardError.Code.storeNoBus, .storeLocked, .storeTimedOut]
    )
    func store(code: LanyardError.Code) async {
        await bench.service.fail(LanyardError(code, "the store is not there", hint: "start it"))
        let result = await bench.run("accounts")
        #expect(result == Bench.Result(code: 7, output: "", error: "lanyard: the store is not there\nhint: start it\n"))
    }

    @Test("an account is named, unnamed and set apart")
    func change() async {
        #expect(await bench.run("accounts label alice@contoso.example me").code == 0)
        #expect(await bench.run("accounts show me -o tsv").output.hasPrefix("alice@contoso.example\tme\t"))
        #expect(await bench.run("accounts label me").code == 0)
        #expect(await bench.run("accounts show me").code == 3)
        #expect(await bench.run("accounts set fab --explicit-only -o json").output.contains("\"explicit_only\":true"))
        #expect(
            await bench.run("accounts set fab --no-explicit-only -o json").output.contains("\"explicit_only\":false")
        )
        #expect(await bench.run("accounts rm fab").output == "Signed out bob@fabrikam.example\n")
    }

    @Test("use --global writes the id, and the tenant goes with the default account alone")
    func useGlobal() async throws {
        #expect(
            await bench.run("use fab --global -t contoso.example").output
                == "bob@fabrikam.example is the default account in contoso.example\n"
        )
        #expect(await bench.run("config get default_account").output == Person.bob.homeAccountID.rawValue + "\n")
        #expect(await bench.run("token").output == "AT-bob@fabrikam.example\n")
        #expect(await bench.service.silentRequests.last?.tenant == .domain("contoso.example"))
        #expect(await bench.run("token -a alice@contoso.example").code == 0)
        #expect(await bench.service.silentRequests.last?.tenant == nil)
        #expect(await bench.run("use alice@contoso.example --global").code == 0)
        #expect(await bench.run("config get default_tenant").code == 1)
    }

    @Test("an account for explicit use is chosen by name only")
    func explicitOnly() async {
        let only = Bench(service: FakeService([Person.admin]))
        #expect(await only.run("token").code == 6)
        #expect(await only.run("token -a admin@contoso.example").code == 0)
        // A rule that will never count says so when it is made.
        for words in ["use admin@contoso.example --global", "bind org:contoso -a admin@contoso.example"] {
            #expect(await only.run(words).error.contains("is used only when it is named"), "\(words)")
        }
        #expect(await only.run("use admin@contoso.example --shell").error == "")
    }

    @Test("a profile is made, used, shown and removed")
    func profiles() async {
        #expect(await bench.run("profile set work -a fab -t contoso.example -s User.Read -s Mail.Read").code == 0)
        #expect(await bench.run("@work token").output == "AT-bob@fabrikam.example\n")
        #expect(await bench.service.silentRequests.last?.scopes.values == ["User.Read", "Mail.Read"])
        #expect(await bench.service.silentRequests.last?.tenant == .domain("contoso.example"))
        #expect(
            await bench.run("profile list -o tsv").output == "work\tfab\tcontoso.example\t\t\tUser.Read Mail.Read\n"
        )
        #expect(
            await bench.run("profile show work").output
                == "account=fab\nscope=User.Read;Mail.Read;\ntenant=contoso.example\n"
        )
        #expect(await bench.run("profile remove work").code == 0)
        #expect(await bench.run("-p work token").code == 3)
        #expect(await bench.run("profile show work").code == 3)
    }

    @Test("exec runs the command with the choice in its environment")
    func exec() async throws {
        let chosen = Bench(
            ["LANYARD_PROFILE": "work", "KEEP": "me"],
            service: FakeService([Person.alice, Person.bob])
        )
        try chosen.write("[profile work]\naccount=fab\ntenant=contoso.example\n", to: chosen.configurationFile)
        let result = await chosen.run(["exec", "--", "sh", "-c", "exit 3"])
        #expect(result.code == 126)
        let command = try #require(chosen.foreignCommand)
        #expect(command.words == ["sh", "-c", "exit 3"])
        #expect(command.environment["LANYARD_ACCOUNT"] == Person.bob.homeAccountID.rawValue)
        #expect(command.environment["LANYARD_TENANT"] == "contoso.example")
        #expect(command.environment["LANYARD_PROFILE"] == nil)
        #expect(command.environment["KEEP"] == "me")
        #expect(await chosen.run(["exec", "missing"]).code == 127)
        // The test's own process is in the session now, and so is everything below it.
        let inside = try #require(command.environment["LANYARD_SESSION"])
        let runtime = URL(filePath: chosen.folder + "/state/sessions/\(inside).json")
        #expect(FileManager.default.fileExists(atPath: runtime.path))
    }

    @Test("inside a session only its account and audience exist, whatever asks for another")
    func session() async throws {
        let outside = Bench(service: FakeService([Person.alice, Person.bob]))
        #expect(await outside.run("exec -a fab -s https://management.azure.com/.default sh").code == 126)
        #expect(await outside.run("token -r https://management.azure.com").output == "AT-bob@fabrikam.example\n")
        #expect(await outside.run("token -r https://management.azure.com -a alice@contoso.example").code == 6)
        #expect(await outside.run("token -r https://vault.azure.net").code == 6)
        #expect(await outside.run("exec -a alice@contoso.example sh").code == 125)
        let count = await outside.service.silentRequests.count
        #expect(count == 1)
    }

    @Test("a session for one tenant acts in no other, however a child asks")
    func sessionTenant() async throws {
        let bench = Bench(service: FakeService([Person.alice, Person.bob]))
        #expect(await bench.run("exec -a alice@contoso.example -t fabrikam.example sh").code == 126)
        for words in ["token", "token -a alice@contoso.example", "token -t fabrikam.example"] {
            #expect(await bench.run(words).code == 0, "\(words)")
            #expect(await bench.service.silentRequests.last?.tenant == .domain("fabrikam.example"), "\(words)")
        }
        for tenant in ["contoso.example", Person.contoso, "nowhere.example"] {
            let result = await bench.run("token -t \(tenant)")
            #expect(result.code == 6, "\(tenant)")
            #expect(result.error.contains("this session acts in fabrikam.example only"), "\(tenant)")
        }
        #expect(await bench.service.silentRequests.count == 3)
    }

    @Test("a session that is over leaves no account")
    func endedSession() async {
        let child = Bench(["LANYARD_SESSION": "1-2"], service: FakeService([Person.alice]))
        #expect(await child.run("token").code == 6)
    }

    @Test(
        "exec fails with 125 of its own",
        arguments: [
            ["exec", "ls"], ["exec"], ["exec", "-a", "nobody", "ls"], ["-o", "json", "exec", "--nothing", "ls"],
        ]
    )
    func execFails(words: [String]) async {
        #expect(await bench.run(words).code == 125)
        #expect(bench.foreignCommand == nil)
    }
}
