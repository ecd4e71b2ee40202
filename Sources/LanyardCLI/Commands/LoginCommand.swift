import CommandLineKit
import GLibBridge
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard login`.
enum LoginCommand {
    private static let deviceCode = OptionKey<Bool>.flag(
        "--device-code",
        help: "Sign in on another device, with a code"
    )
    private static let noBrowser = OptionKey<Bool>.flag(
        "--no-browser",
        help: "Print the page's address instead of opening it"
    )
    private static let loginHint = OptionKey<String?>.text("--login-hint", name: "USER", help: "The name to fill in")
    private static let domainHint = OptionKey<String?>.text(
        "--domain-hint",
        name: "DOMAIN",
        help: "The domain whose page to go to at once"
    )
    private static let prompt = OptionKey<SignInRequest.Prompt?>.choice(
        "--prompt",
        name: "PROMPT",
        help: "How much the page asks",
        of: SignInRequest.Prompt.self
    )
    private static let label = OptionKey<String?>.text(
        "--label",
        name: "LABEL",
        help: "A name of your own for the account"
    )
    private static let explicitOnly = OptionKey<Bool>.flag(
        "--explicit-only",
        help: "Use the account only when it is named, as for an administrator"
    )
    private static let timeout = OptionKey<Duration?>.value(
        "--timeout",
        name: "DURATION",
        help: "The longest wait for the sign-in; 5m unless given",
        convert: DurationText.option
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "login",
            "Sign one more account in",
            section: Section.accounts,
            discussion: """
                Opens the system's browser and waits for it to come back. Nobody else is signed out. Where an account is named \
                with --account, another one's sign-in is refused and not stored.
                """,
            groups: [
                OptionGroup([
                    deviceCode.option, noBrowser.option, timeout.option, loginHint.option, domainHint.option,
                    ScopeOptions.scopes.option, prompt.option, TokenCommand.claims.option, label.option,
                    explicitOnly.option,
                ]),
                SelectionOptions.group,
            ],
            examples: [
                Example("lanyard login", "In the browser."),
                Example("lanyard login --device-code", "Over SSH or in a container."),
                Example("lanyard login -t fabrikam.com --label fab", "Into one tenant, with a name of one's own."),
            ],
            action: .waiting { call in try await run(Work(cli, call, opensBrowser: !call[noBrowser])) }
        )
    }

    private static func run(_ work: Work) async throws -> Int32 {
        let call = work.call
        if call[deviceCode] && call[noBrowser] { throw call.error("give --device-code or --no-browser, not both") }
        if let label = call[label] { try InputRule.plainText(label) }
        let result = try await call[deviceCode] ? signInWithCode(work) : signInWithBrowser(work)
        let isDefault = try work.defaultAccount(in: [result.account]) != nil
        var report = AccountReport.one(result.account, isDefault: isDefault)
        let label = result.account.label.map { " [\($0)]" } ?? ""
        report.text = .lines(["Signed in as \(result.account.username)\(label)"])
        try work.printer.print(report)
        return 0
    }

    /// The account that `--account` names: known already, or known by name only.
    private static func expected(_ work: Work) async throws -> (account: Account?, name: String?) {
        guard let name = work.call[SelectionOptions.account] else { return (nil, nil) }
        let accounts = (try? await work.service.accounts()) ?? []
        let tenant = try work.settings.resolve(.signInTenant).value
        let isUnknown = AccountNames.resolution(of: name, in: accounts) == .notFound
        if isUnknown && name.contains("@") { return (nil, name) }
        let account = try AccountNames.resolve(name, in: accounts, tenant: tenant)
        return (account, name)
    }

    private static func tenant(_ work: Work) throws -> TenantName? {
        try work.settings.resolve(.signInTenant).value.map { text throws(LanyardError) in try TenantName(text) }
    }

    private static func signInWithBrowser(_ work: Work) async throws -> AuthenticationResult {
        let call = work.call
        let (account, name) = try await expected(work)
        var request = SignInRequest(
            scopes: try ScopeOptions.read(call, work.settings),
            tenant: try tenant(work),
            account: account,
            loginHint: call[loginHint] ?? account?.username ?? name,
            domainHint: call[domainHint],
            claims: call[TokenCommand.claims],
            label: call[label],
            isExplicitOnly: call[explicitOnly] ? true : nil
        )
        if account == nil { request.expectedName = name }
        if let prompt = call[prompt] { request.prompt = prompt }
        if let limit = call[timeout] { request.limit = limit }
        work.printer.note(
            "waiting for the sign-in in the browser (at most \(DurationText.text(request.limit)); Ctrl-C ends it)"
        )
        return try await work.service.signIn(request)
    }

    private static func signInWithCode(_ work: Work) async throws -> AuthenticationResult {
        let call = work.call
        for key in [loginHint, domainHint] where call[key] != nil {
            throw call.error("\(key.option.name) is for the browser, not for --device-code")
        }
        let (account, name) = try await expected(work)
        var request = DeviceCodeRequest(
            scopes: try ScopeOptions.read(call, work.settings),
            tenant: try tenant(work),
            account: account,
            claims: call[TokenCommand.claims],
            label: call[label],
            isExplicitOnly: call[explicitOnly] ? true : nil
        )
        if account == nil { request.expectedName = name }
        let printer = work.printer
        let limit = call[timeout]
        let ready = request
        return try await TimeLimit.run(limit) {
            try await work.service.signInWithDeviceCode(ready) { prompt in
                // Not a matter of --quiet: without it there is no way on.
                printer.say(prompt.message, limit: 2000)
                let shown = prompt.message
                if !shown.contains(prompt.userCode) || !shown.contains(prompt.verificationURI) {
                    printer.say("code \(prompt.userCode) at \(prompt.verificationURI)", limit: 2000)
                }
                let longest = min(prompt.lifetime, limit?.components.seconds ?? .max)
                printer.note("waiting for the code (at most \(DurationText.text(.seconds(longest))); Ctrl-C ends it)")
            }
        }
    }
}

/// Bounds a wait for a person.
enum TimeLimit {
    static func run<Result: Sendable>(
        _ limit: Duration?,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let limit else { return try await body() }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await GLibActor.sleep(limit)
                throw LanyardError(.signInTimedOut, "nobody signed in within \(DurationText.text(limit))")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
