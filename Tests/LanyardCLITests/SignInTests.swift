import Lanyard
import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Signing in and out")
struct SignInTests {
    @Test("a sign-in tells what it waits for and the limit, and prints the account")
    func browser() async throws {
        let bench = Bench()
        let result = await bench.run(
            "login --login-hint alice@contoso.example --domain-hint contoso.example -t contoso.example --prompt login --label work --explicit-only"
        )
        #expect(result.code == 0)
        #expect(result.output == "Signed in as alice@contoso.example\n")
        #expect(result.error == "waiting for the sign-in in the browser (at most 5m; Ctrl-C ends it)\n")
        let request = try #require(await bench.service.signIns.first)
        #expect(request.loginHint == "alice@contoso.example")
        #expect(request.domainHint == "contoso.example")
        #expect(request.tenant == .domain("contoso.example"))
        #expect(request.prompt == .login)
        #expect(request.label == "work")
        #expect(request.isExplicitOnly == true)
        #expect(request.limit == .seconds(300))
    }

    @Test("--timeout is the limit, and --no-browser opens nothing")
    func limits() async throws {
        let bench = Bench()
        #expect(await bench.run("login --timeout 3s --no-browser -t organizations").code == 0)
        #expect(await bench.service.signIns.first?.limit == .seconds(3))
        #expect(await bench.service.signIns.first?.tenant == .organizations)
        #expect(bench.configuration?.browserCommand == "true %s")
    }

    @Test("an account that is named is the only one accepted, known or not")
    func named() async throws {
        let bench = Bench(service: FakeService([Person.alice]))
        #expect(await bench.run("login -a alice@contoso.example").code == 0)
        #expect(await bench.service.signIns.last?.account?.key == Person.alice.key)
        #expect(await bench.run("login -a new@contoso.example").code == 0)
        #expect(await bench.service.signIns.last?.account == nil)
        #expect(await bench.service.signIns.last?.expectedName == "new@contoso.example")
        #expect(await bench.run("login -a label").code == 3)
    }

    @Test("the device code reaches standard error even with --quiet")
    func deviceCode() async {
        let bench = Bench()
        let result = await bench.run("--quiet login --device-code")
        #expect(result.code == 0)
        #expect(result.error == "Open https://login.example/device and enter ABCD-EFGH\n")
        let loud = await bench.run("login --device-code --timeout 1m")
        #expect(loud.error.hasSuffix("waiting for the code (at most 1m; Ctrl-C ends it)\n"))
    }

    @Test("a device code's wait ends when its time is up")
    func deviceCodeTimeout() async {
        let bench = Bench()
        await bench.service.waitForEver()
        let result = await bench.run("login --device-code --timeout 0s")
        #expect(result.code == 4)
        #expect(result.error.contains("lanyard: nobody signed in within 0s"))
    }

    @Test("--interactive signs in whom it names, once, and nobody else")
    func interactive() async throws {
        let bench = Bench()
        let line = "token --interactive -a alice@contoso.example -s User.Read"
        #expect(await bench.run(line).output == "AT-alice@contoso.example\n")
        #expect(await bench.run(line).output == "AT-alice@contoso.example\n")
        #expect(await bench.service.signIns.count == 1)
        #expect(await bench.service.signIns.first?.expectedName == "alice@contoso.example")
    }

    @Test("logout takes the account named or the only one, and never guesses")
    func logout() async {
        let bench = Bench(service: FakeService([Person.alice, Person.bob]))
        let guess = await bench.run("logout")
        #expect(guess.code == 5)
        #expect(await bench.run("logout fab").output == "Signed out bob@fabrikam.example\n")
        #expect(await bench.run("logout --browser").output == "Signed out alice@contoso.example\n")
        #expect(
            await bench.service.signedOut == [
                "bob@fabrikam.example", "alice@contoso.example", "browser: alice@contoso.example",
            ]
        )
        #expect(await bench.run("logout").code == 4)
        #expect(await bench.run("logout --all").output == "Nobody is signed in now\n")
    }

    @Test("logout --all works although the accounts cannot be read")
    func damaged() async {
        let service = FakeService([Person.alice])
        await service.fail(LanyardError(.storeUnreadable, "damaged"))
        #expect(await Bench(service: service).run("logout --all -o json").output == "{\"items\":5,\"removed\":[]}\n")
    }
}
