import CommandLineKit

/// The whole command.
enum RootCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "lanyard",
            "Many Microsoft Entra accounts, one command: sign in once, get the right token for each tenant",
            groups: [GlobalOptions.group],
            subcommands: [
                LoginCommand.make(cli),
                LogoutCommand.make(cli),
                AccountsCommand.make(cli),
                TenantsCommand.make(cli),
                TokenCommand.make(cli),
                TokenCommand.makeHeader(cli),
                RequestCommand.make(cli),
                WhichCommand.make(cli),
                UseCommand.make(cli),
                PinCommand.makeAllow(cli),
                PinCommand.makeDeny(cli),
                BindCommand.make(cli),
                ProfileCommand.make(cli),
                ExecCommand.make(cli),
                PromptCommand.make(cli),
                PromptCommand.makeHook(cli),
                DoctorCommand.make(cli),
                CacheCommand.make(cli),
                ConfigCommand.make(cli),
                CompletionCommand.make(cli),
                HelpCommand.make(cli),
                VersionCommand.make(cli),
                CompleteCommand.make(cli),
            ]
        )
    }
}

/// The headings of the list of commands.
enum Section {
    static let accounts = "Accounts"
    static let tokens = "Tokens"
    static let selection = "Choosing the account"
    static let other = "Other"
}
