import CommandLineKit
import LanyardCore

/// `lanyard accounts`.
enum AccountsCommand {
    private static let account = ArgumentKey<String>.one(
        "ACCOUNT",
        help: "The account, by label, user name or id",
        hint: .dynamic("accounts")
    )
    private static let label = ArgumentKey<String?>.optional(
        "LABEL",
        help: "The new label; without one it is taken away"
    )
    private static let explicitOnly = OptionKey<Bool?>.toggle(
        "--explicit-only",
        help: "Whether the account is used only when it is named"
    )
    private static let browser = OptionKey<Bool>.flag("--browser", help: "End the session in the browser too")

    static func make(_ cli: CLI) -> Command {
        Command(
            "accounts",
            "List, show, name and remove accounts",
            section: Section.accounts,
            groups: [SelectionOptions.group],
            subcommands: [
                Command(
                    "list",
                    "List the accounts; the default one has a star",
                    aliases: ["ls"],
                    groups: [SelectionOptions.group],
                    action: list(cli)
                ),
                Command(
                    "show",
                    "Show one account",
                    groups: [SelectionOptions.group],
                    arguments: [account.argument],
                    action: show(cli)
                ),
                Command(
                    "label",
                    "Give an account a name of your own",
                    groups: [SelectionOptions.group],
                    arguments: [account.argument, label.argument],
                    action: setLabel(cli)
                ),
                Command(
                    "set",
                    "Change how an account is used",
                    groups: [OptionGroup([explicitOnly.option]), SelectionOptions.group],
                    arguments: [account.argument],
                    action: set(cli)
                ),
                Command(
                    "remove",
                    "Sign an account out",
                    aliases: ["rm"],
                    groups: [OptionGroup([browser.option]), SelectionOptions.group],
                    arguments: [account.argument],
                    action: .waiting { call in
                        let work = try Work(cli, call)
                        return try await LogoutCommand.remove(
                            try await work.account(named: call[account]),
                            work,
                            call[browser]
                        )
                    }
                ),
            ],
            action: list(cli)
        )
    }

    private static func list(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            let accounts = try await work.service.accounts()
            try work.printer.print(AccountReport.list(accounts, default: try work.defaultAccount(in: accounts)))
            if accounts.isEmpty { work.printer.note("nobody is signed in: lanyard login") }
            return 0
        }
    }

    private static func show(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            return try await print(try await work.account(named: call[account]), work)
        }
    }

    private static func setLabel(_ cli: CLI) -> CommandAction {
        .waiting { call in
            if let label = call[label] { try InputRule.plainText(label) }
            let work = try Work(cli, call)
            let found = try await work.account(named: call[account])
            return try await print(try await work.service.setLabel(call[label], for: found), work)
        }
    }

    private static func set(_ cli: CLI) -> CommandAction {
        .waiting { call in
            guard let isExplicitOnly = call[explicitOnly] else {
                throw call.error("there is nothing to set", hint: "give --explicit-only or --no-explicit-only")
            }
            let work = try Work(cli, call)
            let found = try await work.account(named: call[account])
            return try await print(try await work.service.setExplicitOnly(isExplicitOnly, for: found), work)
        }
    }

    private static func print(_ account: Account, _ work: Work) async throws -> Int32 {
        let accounts = try await work.service.accounts()
        let isDefault = try work.defaultAccount(in: accounts)?.key == account.key
        try work.printer.print(AccountReport.one(account, isDefault: isDefault))
        return 0
    }
}
