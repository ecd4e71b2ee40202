import CommandLineKit
import Lanyard
import LanyardCore

/// What a command that deals with accounts works with.
struct Work: Sendable {
    let cli: CLI
    let call: Invocation
    let settings: Settings
    let printer: Printer
    let service: any AccountService

    /// Reads the settings and opens the library; nothing is sent yet.
    ///
    /// A choice of the file store is kept at its first use, unless this is only a look.
    init(_ cli: CLI, _ call: Invocation, opensBrowser: Bool = true, keepsStore: Bool = true) throws {
        self.cli = cli
        self.call = call
        settings = try Settings(cli, call)
        printer = Printer(cli, call)
        var configuration = try LibraryConfiguration.make(settings, cli)
        let isAsking = Self.canAsk(cli, call)
        configuration.store.promptLimit = isAsking ? .seconds(60) : nil
        let printer = printer
        configuration.onWarning = { printer.note("lanyard: warning: \($0)") }
        if keepsStore { configuration.onStoreUse = try StoreSetting(settings, cli).pin(printer) }
        configuration.onUnlockPrompt = { printer.say("waiting for the keyring to be unlocked (at most 1m)") }
        configuration.onOpen = { url in
            let words = opensBrowser ? "if no page opens, open this address" : "open this address in a browser"
            printer.say("\(words): \(url)", limit: 8000)
        }
        // The page is opened by the person, and the program that does nothing stands for the browser.
        if !opensBrowser { configuration.browserCommand = "true %s" }
        service = try cli.openService(configuration)
    }

    /// Whether somebody is there to answer a question.
    var canAsk: Bool { Self.canAsk(cli, call) }

    static func canAsk(_ cli: CLI, _ call: Invocation) -> Bool {
        !call[GlobalOptions.noInput] && !call[GlobalOptions.noPrompt] && cli.console.isTerminal(.input)
            && cli.console.isTerminal(.error)
    }

    /// The tenant asked for, where somebody asked for one.
    func tenant() throws(LanyardError) -> TenantName? {
        guard let text = try settings.resolve(.tenant).value else { return nil }
        return try TenantName(text)
    }

    /// The account of that name.
    func account(named name: String) async throws -> Account {
        try AccountNames.resolve(name, in: try await service.people(), tenant: try settings.resolve(.tenant).value)
    }

    /// The default account's home account id or name, where there is one.
    func defaultAccount(in accounts: [Account]) throws -> Account? { try defaultAccount(in: AccountList(accounts)) }

    /// The same among accounts that are made when they are looked at.
    func defaultAccount(in accounts: AccountList) throws -> Account? {
        guard let name = try settings.resolve(.defaultAccount).value else { return nil }
        return try? AccountNames.resolve(name, in: accounts)
    }

    /// Says of an account for emergencies that what is being set up will not choose it.
    func noteExplicitOnly(_ account: Account) {
        guard account.isExplicitOnly else { return }
        printer.note("\(account.displayName) is used only when it is named (explicit-only), so this does not choose it")
    }
}
