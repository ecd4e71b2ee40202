import CommandLineKit
import LanyardCore
import LanyardSelection

/// `lanyard logout` and `lanyard accounts remove`.
enum LogoutCommand {
    private static let account = ArgumentKey<String?>.optional(
        "ACCOUNT",
        help: "Whom to sign out; may be missing where one account is signed in",
        hint: .dynamic("accounts")
    )
    private static let all = OptionKey<Bool>.flag("--all", help: "Sign everybody out, and remove damaged items too")
    private static let browser = OptionKey<Bool>.flag("--browser", help: "End the session in the browser too")

    static func make(_ cli: CLI) -> Command {
        Command(
            "logout",
            "Sign an account out",
            section: Section.accounts,
            discussion: """
                Removes the account's tokens of this application from the Secret Service. Needs no network. The browser stays signed \
                in unless --browser is given.
                """,
            groups: [OptionGroup([all.option, browser.option]), SelectionOptions.group],
            arguments: [account.argument],
            action: .waiting { call in
                let work = try Work(cli, call)
                guard call[all] else { return try await remove(try await chosen(work), work, call[browser]) }
                guard call[account] == nil else { throw call.error("give an ACCOUNT or --all, not both") }
                return try await removeAll(work)
            }
        )
    }

    /// The account named, or the only one: neither default nor habit may sign somebody out.
    private static func chosen(_ work: Work) async throws -> Account {
        if let name = work.call[account] { return try await work.account(named: name) }
        if let name = try work.settings.resolve(.account).value { return try await work.account(named: name) }
        let accounts = try await work.service.accounts()
        guard let only = accounts.first else {
            throw LanyardError(.noAccounts, "nobody is signed in", hint: "lanyard login")
        }
        guard accounts.count == 1 else {
            throw LanyardError(
                .ambiguousAccount,
                "\(accounts.count) accounts are signed in: name one, or give --all",
                hint: "lanyard logout \(AccountNames.distinguishingName(of: only, in: accounts))"
            )
        }
        return only
    }

    static func remove(_ account: Account, _ work: Work, _ endsBrowserSession: Bool) async throws -> Int32 {
        let items = try await work.service.signOut(account)
        let json: JSONValue = [
            "removed": [AccountReport.json(account, isDefault: false)], "items": .integer(Int64(items)),
        ]
        try work.printer.print(
            Report(
                json: json,
                rows: [[account.homeAccountID.rawValue, account.username]],
                text: .lines(["Signed out \(account.username)"])
            )
        )
        if endsBrowserSession { try await work.service.endBrowserSession(of: account) }
        return 0
    }

    private static func removeAll(_ work: Work) async throws -> Int32 {
        // A damaged cache is no reason to keep it.
        let accounts = (try? await work.service.accounts()) ?? []
        let items = try await work.service.signOutAll()
        if work.call[browser] { for account in accounts { try await work.service.endBrowserSession(of: account) } }
        try work.printer.print(
            Report(
                json: [
                    "removed": .array(accounts.map { AccountReport.json($0, isDefault: false) }),
                    "items": .integer(Int64(items)),
                ],
                rows: accounts.map { [$0.homeAccountID.rawValue, $0.username] },
                text: .lines(
                    accounts.isEmpty ? ["Nobody is signed in now"] : accounts.map { "Signed out \($0.username)" }
                )
            )
        )
        return 0
    }
}
