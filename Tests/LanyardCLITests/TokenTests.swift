import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Tokens")
struct TokenTests {
    private let both = FakeService([Person.alice, Person.bob])

    @Test("the token and one newline, nothing else, on standard output")
    func text() async {
        let result = await Bench(service: both).run("token -a alice@contoso.example -s User.Read")
        #expect(result == Bench.Result(code: 0, output: "AT-alice@contoso.example\n", error: ""))
    }

    @Test("the document has the members of the contract, no escape, and one newline")
    func json() async throws {
        let bench = Bench(["TERM": "xterm"], terminals: [.error], service: both)
        let result = await bench.run("token -a fab -s User.Read --output json")
        #expect(result.code == 0)
        #expect(result.output.hasSuffix("}\n"))
        #expect(!result.output.utf8.contains(0x1b))
        let json = try JSONValue.parse(Array(result.output.utf8))
        #expect(
            json == [
                "access_token": "AT-bob@fabrikam.example", "token_type": "Bearer", "expires_on": 1_767_229_200,
                "expires_at": "2026-01-01T01:00:00Z", "scopes": ["User.Read"], "declined_scopes": [],
                "tenant_id": .string(Person.fabrikam),
                "account": [
                    "home_account_id": .string(Person.bob.homeAccountID.rawValue), "username": "bob@fabrikam.example",
                    "label": "fab",
                ],
                "authority": "https://login.microsoftonline.com/organizations", "source": "cache",
            ]
        )
    }

    @Test("the header is a line that curl takes")
    func header() async {
        let result = await Bench(service: both).run("header -a fab -s User.Read")
        #expect(result.output == "Authorization: Bearer AT-bob@fabrikam.example\n")
    }

    @Test("the request has everything that was asked for")
    func request() async throws {
        let line =
            "token -a fab -t contoso.example -r https://management.azure.com --force-refresh --min-lifetime 20m --claims {}"
        #expect(await Bench(service: both).run(line).code == 0)
        let request = try #require(await both.silentRequests.first)
        #expect(request.scopes.values == ["https://management.azure.com/.default"])
        #expect(request.tenant == .domain("contoso.example"))
        #expect(request.forceRefresh)
        #expect(request.minimumLifetime == 1200)
        #expect(request.claims == "{}")
        #expect(request.account.key == Person.bob.key)
    }

    @Test("alice, bob, alice again: each gets her or his own token")
    func alternation() async {
        for name in ["alice@contoso.example", "bob@fabrikam.example", "alice@contoso.example"] {
            #expect(await Bench(service: both).run("token -a \(name)").output == "AT-\(name)\n")
        }
    }

    @Test("the default account is the one that the file names now")
    func defaultAccount() async throws {
        let bench = Bench(service: both)
        for person in [Person.bob, Person.alice, Person.bob] {
            try bench.write("[lanyard]\ndefault_account=\(person.username)\n", to: bench.configurationFile)
            #expect(await bench.run("token").output == "AT-\(person.username)\n")
        }
    }

    @Test("another account's token is thrown away")
    func impostor() async {
        await both.answer(with: Person.bob)
        let result = await Bench(service: both).run("token -a alice@contoso.example")
        #expect(result.code == 8)
        #expect(result.output == "")
        #expect(!result.error.contains("AT-"))
    }

    @Test(
        "who is chosen, or why nobody",
        arguments: [
            ("token", [:], 5, ""), ("token -a nobody@contoso.example", [:], 4, ""),
            ("token -a fab", [:], 0, "AT-bob@fabrikam.example\n"),
            ("token", ["LANYARD_ACCOUNT": "fab"], 0, "AT-bob@fabrikam.example\n"),
            ("token -a alice@contoso.example", ["LANYARD_ACCOUNT": "fab"], 0, "AT-alice@contoso.example\n"),
            ("token", ["LANYARD_ACCOUNT": "gone"], 4, ""),
            ("token -t contoso.example", [:], 0, "AT-alice@contoso.example\n"),
        ]
    )
    func choice(line: String, environment: [String: String], code: Int32, output: String) async {
        let result = await Bench(environment, service: both).run(line)
        #expect(result.code == code)
        #expect(result.output == output)
    }

    @Test("nobody signed in needs a sign-in, and says how")
    func nobody() async {
        let result = await Bench().run("token -o json")
        #expect(result.code == 4)
        #expect(result.error.contains("\"hint\":\"lanyard login"))
    }

    @Test("a person at a terminal picks from a numbered list; nobody is asked with --no-input")
    func picker() async {
        let bench = Bench(terminals: [.input, .error], service: both, answers: ["9", "x", "2"])
        let picked = await bench.run("token")
        #expect(picked.code == 0)
        #expect(picked.output.hasPrefix("AT-"))
        #expect(picked.error.contains("  1  "))
        let asked = await Bench(terminals: [.input, .error], service: both, answers: ["1"]).run("token --no-input")
        #expect(asked.code == 5)
        #expect(!asked.error.contains("Which one?"))
        let stopped = await Bench(terminals: [.input, .error], service: both, answers: [""]).run("token")
        #expect(stopped.code == 5)
    }

    @Test("--why explains on standard error")
    func why() async {
        let result = await Bench(service: both).run("token -a fab --why")
        #expect(result.output == "AT-bob@fabrikam.example\n")
        #expect(result.error.contains("using bob@fabrikam.example [fab]"))
        #expect(result.error.contains("candidates"))
    }

    @Test(
        "bad input is refused before anything is sent",
        arguments: [
            ["token", "-s", " "], ["token", "-s", "User.Read Mail.Read"], ["token", "-s", "a\u{7}b"],
            ["token", "-s", ""],
            ["token", "-s", "User.Read", "-s", "https://vault.azure.net/.default"], ["token", "-t", "contoso"],
            ["token", "-t", "common"], ["token", "--min-lifetime", "soon"], ["token", "--cloud", "mars"],
            ["token", "-s", "User.Read", "-r", "https://vault.azure.net"], ["token", "--client-id", "x y"],
            ["login", "--device-code", "--no-browser"], ["login", "-t", "no domain"], ["login", "--prompt", "never"],
            ["accounts", "label", "fab", "a\u{1b}b"], ["accounts", "set", "fab"], ["use", "fab"],
            ["use", "fab", "--global", "--shell"],
            ["logout", "fab", "--all"], ["profile", "set", "a/b", "-t", "x.example"], ["profile", "set", "work"],
        ]
    )
    func badInput(words: [String]) async {
        let bench = Bench(service: both)
        let result = await bench.run(words)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(await both.silentRequests.isEmpty)
        #expect(await both.signIns.isEmpty)
        #expect(bench.hasWrittenNothing)
    }

    @Test("an authority that is not https is refused before anything is sent")
    func plainAuthority() async {
        let result = await Bench(["LANYARD_AUTHORITY_HOST": "http://localhost:1"], service: both).run("token -a fab")
        #expect(result.code == 2)
        #expect(await both.silentRequests.isEmpty)
    }

    @Test(
        "each failure has its exit code, and names account and server number as JSON",
        arguments: [(LanyardError.Code.interactionRequired, 4), (.storeLocked, 7), (.network, 8), (.blocked, 8)]
            as [(LanyardError.Code, Int32)]
    )
    func failures(code: LanyardError.Code, exit: Int32) async throws {
        await both.fail(
            LanyardError(code, "no", hint: "do").with {
                $0.account = "fab"; $0.serverCode = "AADSTS50076"
            }
        )
        let result = await Bench(service: both).run("token -a fab -o json")
        #expect(result.code == exit)
        let error = try JSONValue.parse(Array(result.error.utf8))["error"]
        #expect(error?["code"] == .string(code.rawValue))
        #expect(error?["server_code"] == "AADSTS50076")
        #expect(error?["account"] == "fab")
    }

    @Test("no level of logging shows a token", arguments: ["--debug", "-vv", "-v"])
    func logging(flag: String) async {
        let result = await Bench(service: both).run("\(flag) token -a fab -s User.Read")
        #expect(result.code == 0)
        #expect(!result.error.contains("AT-"))
    }
}
