import GLibBridge
import Lanyard
import LanyardTestSupport
import Testing

/// A person's sign-in through a real browser: the emulator's pages, the redirect, the listener's page.
@Suite(
    "Real browser",
    .startsPrograms,
    .enabled(if: Chromium.isInstalled, "chromium and chromedriver are not installed"),
    .serialized
)
struct BrowserSignInTests {
    /// How the browser reaches the emulator and whether pages may run script.
    enum Way: String, CaseIterable, Sendable {
        case customAuthority, customAuthorityWithoutScript, microsoftNames

        var usesProxy: Bool { self == .microsoftNames }
        var runsScript: Bool { self != .customAuthorityWithoutScript }
    }

    private static let password = "Passw0rd!"
    private static let attack = #"<script>document.title='owned'</script><img src=x onerror="document.title='owned'">"#

    /// Starts a sign-in in the application and gives its page to the body, in a browser.
    private func signIn(
        _ stage: Stage,
        _ way: Way = .customAuthority,
        scopes: [String] = [],
        _ person: @Sendable (WebDriver, String) async throws -> Void
    ) async throws -> (app: Application, result: Result<AuthenticationResult, any Error>) {
        let (pages, opened) = AsyncStream<String>.makeStream()
        let app = try stage.application(viaProxy: way.usesProxy) { configuration in
            configuration.browserCommand = "true"
            configuration.onOpen = { opened.yield($0) }
        }
        let browser = Chromium(
            runsScript: way.runsScript,
            proxy: way.usesProxy ? stage.proxy : nil,
            profile: stage.session.folder.make("chromium"),
            caFile: stage.caFile
        )
        let driver = try await WebDriver(browser, in: stage.session)
        async let result = Self.outcome {
            defer { opened.finish() }
            return try await app.signIn(scopes: scopes)
        }
        let page = await pages.first { _ in true }
        if let page {
            do { try await person(driver, page) } catch {
                try? await driver.close()
                throw error
            }
        }
        try await driver.close()
        return (app, await result)
    }

    private static func outcome<Success: Sendable>(
        _ body: @Sendable () async throws -> Success
    ) async -> Result<Success, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    @Test("a person picks an account, types the password, consents, and the account is stored", arguments: Way.allCases)
    func whole(way: Way) async throws {
        let stage = try await Stage()
        let (app, result) = try await signIn(stage, way, scopes: ["api://lanyard-demo/Read"]) { browser, page in
            try await browser.open(page)
            try await browser.see("Pick an account")
            try await browser.press(Name.alice)
            try await browser.see("Enter password")
            try await browser.type("wrong", into: "password")
            try await browser.press("Sign in")
            try await browser.seeProblem("AADSTS50126")
            try await browser.type(Self.password, into: "password")
            try await browser.press("Sign in")
            try await browser.see("Permissions requested")
            #expect(try await browser.text().contains("api://lanyard-demo/Read"))
            try await browser.press("Accept")
            if !way.runsScript { try await browser.press("Submit") }
            try await browser.see("Signed in")
            #expect(try await browser.title() == "Signed in")
            #expect(try await browser.address().hasPrefix("http://localhost:"))
            #expect(try await browser.text().contains("You can close this window"))
        }
        #expect(try result.get().account.username == Name.alice)
        let stored = try #require(try await app.accounts().first)
        #expect(stored.homeAccountID.rawValue == Name.aliceID)
        #expect(try await app.silent(stored, ["api://lanyard-demo/Read"]).source == .cache)
    }

    @Test("a name typed and sent with the enter key is the one that signs in, not the first of the list")
    func otherAccount() async throws {
        let stage = try await Stage()
        let (_, result) = try await signIn(stage) { browser, page in
            try await browser.open(page)
            try await browser.type(Name.bob + WebDriver.enter, into: "other")
            try await browser.see("Enter password")
            try await browser.type(Self.password + WebDriver.enter, into: "password")
            try await browser.see("Signed in")
        }
        #expect(try result.get().account.username == Name.bob)
    }

    @Test("an error description that looks like a page is shown as text by the listener, and nothing is stored")
    func attackOnListener() async throws {
        let stage = try await Stage()
        let (app, result) = try await signIn(stage) { browser, page in
            let words = FormURLEncoding.encode([("response_type", "code " + Self.attack)])
            try await browser.open(page.replacing("response_type=code", with: words))
            try await browser.see("The sign-in failed")
            #expect(try await browser.title() == "The sign-in failed")
            #expect(try await browser.text().contains(Self.attack))
            #expect(try await !browser.source().contains("<img"))
        }
        let error = try #require(throws: LanyardError.self) { try result.get() }
        #expect(error.serverCode == "AADSTS70005")
        #expect(try await app.accounts().isEmpty)
    }

    @Test("the emulator's own pages show as text what the request says", arguments: ["client_id", "login_hint"])
    func attackOnEmulator(field: String) async throws {
        let stage = try await Stage()
        let (app, _) = try await signIn(stage) { browser, page in
            let parts = page.split(separator: "?", maxSplits: 1).map(String.init)
            // With an account picker asked for, a hint would not be shown.
            let kept = parts[1].split(separator: "&").filter { pair in
                !["\(field)=", "prompt="].contains { pair.hasPrefix($0) }
            }.map(String.init)
            let fields = kept + [FormURLEncoding.encode([(field, Self.attack)])]
            try await browser.open(parts[0] + "?" + fields.joined(separator: "&"))
            try await browser.see(field == "client_id" ? "Sign-in failed" : "Enter password")
            #expect(try await browser.title() != "owned")
            #expect(try await !browser.source().contains("<img"))
            if field == "login_hint" {
                #expect(try await browser.value(of: "user") == Self.attack)
                try await browser.press("Cancel")
                try await browser.see("The sign-in failed")
            } else {
                #expect(try await browser.text().contains(Self.attack))
                // Nothing may go back to an app that is not known; the person starts anew.
                try await browser.open(page)
                try await browser.press("Cancel")
                try await browser.see("The sign-in failed")
            }
        }
        #expect(try await app.accounts().isEmpty)
    }
}
