import Lanyard
import LanyardTestSupport
import Testing

/// The built command and a notification service on a private bus.
@Suite("A sign-in that an unattended command needs is told on the desktop", .startsPrograms, .serialized)
struct NotificationTests {
    private static let words = ["token", "-a", Name.alice, "--scope", Name.graph, "--force-refresh"]

    /// A session in which Alice's sign-in is no longer good.
    private func stage() async throws -> Stage {
        let stage = try await Stage()
        #expect(try await stage.signIn(Name.alice).status == 0)
        try await stage.control("revoke", Name.alice)
        return stage
    }

    @Test("once, with account and command and without a token, and once more after a sign-in")
    func once() async throws {
        let stage = try await stage()
        let service = try await stage.session.startNotifications()
        for _ in 0..<3 { #expect(try await stage.lanyard(Self.words).status == 4) }
        #expect(service.shown.count == 1)
        let told = try #require(service.shown.first)
        let parts = try #require(try JSONValue.parse(Array(told.utf8)).arrayValue)
        #expect(parts[0].stringValue == "lanyard")
        #expect(parts[1].stringValue == "lanyard")
        #expect(parts[3].stringValue?.contains("lanyard login -a \(Name.alice)") == true, "\(told)")
        #expect(parts[5]["desktop-entry"]?.stringValue == "lanyard")
        #expect(!told.contains("eyJ") && !told.contains("AADSTS"))
        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(!stage.session.folder.contents.contains("state/lanyard/notices.json"))
        try await stage.control("revoke", Name.alice)
        #expect(try await stage.lanyard(Self.words).status == 4)
        #expect(service.shown.count == 2)
    }

    @Test("also where nobody is signed in, or not the one who was named, until somebody is")
    func nobody() async throws {
        let stage = try await Stage()
        let service = try await stage.session.startNotifications()
        for words in [["token"], ["exec", "--", "true"], Self.words, ["logout"], ["which"], ["accounts"]] {
            _ = try await stage.lanyard(words)
        }
        #expect(try bodies(of: service) == ["lanyard login"])
        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(!stage.session.folder.contents.contains("state/lanyard/notices.json"))
        for _ in 0..<2 { #expect(try await stage.lanyard("token", "-a", Name.bob).status == 4) }
        #expect(try bodies(of: service).last == "lanyard login --login-hint \(Name.bob)")
        #expect(service.shown.count == 2)
        #expect(try await stage.signIn(Name.bob).status == 0)
        #expect(!stage.session.folder.contents.contains("state/lanyard/notices.json"))
    }

    private func bodies(of service: FakeNotifications) throws -> [String?] {
        try service.shown.map { try JSONValue.parse(Array($0.utf8)).arrayValue?[3].stringValue }
    }

    @Test("not with notifications = never, nor where no service runs, and then nothing is remembered")
    func never() async throws {
        let stage = try await stage()
        let without = try await stage.lanyard(Self.words)
        #expect(without.status == 4)
        let service = try await stage.session.startNotifications()
        let never = try await stage.lanyard(Self.words, environment: ["LANYARD_NOTIFICATIONS": "never"])
        #expect(never.status == 4)
        #expect(service.shown.isEmpty)
        #expect(!stage.session.folder.contents.contains("state/lanyard/notices.json"))
        #expect(try await stage.lanyard(["config", "set", "notifications", "sometimes"]).status == 2)
        #expect(try await stage.lanyard(["config", "get", "notifications"]).output == "auto\n")
        #expect(try await stage.lanyard(Self.words).status == 4)
        #expect(service.shown.count == 1)
    }

    @Test("not at a terminal, unless --no-input says that nobody is there")
    func terminal() async throws {
        let stage = try await stage()
        let service = try await stage.session.startNotifications()
        let line = ([Stage.program("lanyard")] + Self.words).joined(separator: " ")
        for (words, count) in [(line, 0), (line + " --no-input", 1)] {
            let run = try await stage.session.run(
                ["script", "-qefc", words, "/dev/null"],
                environment: stage.environment()
            )
            #expect(run.status == 4, "\(run.output)")
            #expect(service.shown.count == count)
        }
    }

    @Test("a service that does not answer costs the bound, once")
    func hanging() async throws {
        let session = try TestSession()
        let service = try await session.startNotifications(.hang)
        let notice = SignInNotice(Configuration(environment: session.environment))
        let error = LanyardError(.interactionRequired, "scripted").with { $0.account = Name.alice }
        let clock = ContinuousClock()
        // The machine's share of the time is not the bound's.
        let first = await clock.measure { await notice.tell(error) }
        #expect(first >= SignInNotice.limit - .milliseconds(20) && first < SignInNotice.limit + .seconds(1), "\(first)")
        await notice.tell(error)
        #expect(service.shown.count == 1)
    }

    @Test("only errors that a sign-in mends are told, and only account and tenant of them")
    func text() throws {
        let error = LanyardError(.interactionRequired, "AADSTS50076: eyJ0").with {
            $0.account = "o'neil@contoso.example"
            $0.tenant = "fabrikam.example"
        }
        let notice = try #require(SignInNotice.notice(error))
        #expect(
            notice.body
                == #"o'neil@contoso.example has to sign in again in fabrikam.example: lanyard login -a "#
                + #"'o'\''neil@contoso.example' -t fabrikam.example"#
        )
        #expect(SignInNotice.notice(error.with { $0.code = .network }) == nil)
        // Without an account it is the command to run that is told, and nothing else.
        #expect(SignInNotice.notice(error.with { $0.account = nil }) == nil)
        #expect(SignInNotice.notice(LanyardError(.noAccounts, "x", hint: "lanyard login"))?.body == "lanyard login")
        #expect(SignInNotice.notice(LanyardError(.noAccounts, "x", hint: "lanyard loginx")) == nil)
        #expect(SignInNotice.notice(LanyardError(.network, "x", hint: "lanyard login")) == nil)
        #expect(SignInNotice.notice(error.with { $0.tenant = "organizations" })?.body.contains("-t") == false)
    }

    @Test("a service that refuses is asked again")
    func refusing() async throws {
        let stage = try await stage()
        let service = try await stage.session.startNotifications(.refuse)
        for _ in 0..<2 { #expect(try await stage.lanyard(Self.words).status == 4) }
        #expect(service.shown.count == 2)
    }

    @Test("the .desktop file is valid, and the icon has its name")
    func entry() async throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let session = try TestSession()
        let installed = try await session.run(["\(root)/contrib/desktop/install"])
        #expect(installed.status == 0, "\(installed.errors)")
        let data = "\(session.folder.path)/data"
        let check = try await session.run(["desktop-file-validate", "\(data)/applications/lanyard.desktop"])
        #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
        #expect(session.folder.read("data/applications/lanyard.desktop")?.contains("Icon=lanyard\n") == true)
        #expect(session.folder.contents.contains("data/icons/hicolor/scalable/apps/lanyard.svg"))
    }
}
