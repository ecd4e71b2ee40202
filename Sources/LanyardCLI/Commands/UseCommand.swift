import CommandLineKit
import GLibBridge
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard use`.
enum UseCommand {
    private static let account = ArgumentKey<String>.one(
        "ACCOUNT",
        help: "The account, by label, user name or id",
        hint: .dynamic("accounts")
    )
    private static let global = OptionKey<Bool>.flag("--global", help: "Everywhere, where nothing else decides")
    private static let shell = OptionKey<Bool>.flag("--shell", help: "In this shell: print what 'eval' needs")

    private static let directory = OptionKey<Bool>.flag(
        "--dir",
        help: "In this directory and below: write and approve a pin"
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "use",
            "Use an account everywhere, in this directory or in this shell",
            section: Section.selection,
            groups: [OptionGroup([global.option, directory.option, shell.option]), SelectionOptions.group],
            arguments: [account.argument],
            examples: [
                Example("lanyard use alice@contoso.com --global", "Where no other rule decides."),
                Example("lanyard use fab --dir", "In this directory and below."),
                Example("eval \"$(lanyard use fab -t fabrikam.com --shell)\"", "In this shell and its children."),
            ],
            action: .waiting { call in
                guard [call[global], call[directory], call[shell]].filter({ $0 }).count == 1 else {
                    throw call.error("say where: --global, --dir or --shell", hint: "see 'lanyard use --help'")
                }
                let work = try Work(cli, call)
                let tenant = call[SelectionOptions.tenant]
                if tenant != nil { _ = try work.settings.resolve(.tenant) }
                let accounts = try await work.service.accounts()
                let found = try AccountNames.resolve(call[account], in: accounts, tenant: tenant)
                if call[shell] { return try printShell(found, tenant, work) }
                work.noteExplicitOnly(found)
                if call[directory] { return try await pin(found, tenant, accounts, work) }
                return try setDefault(found, tenant, work)
            }
        )
    }

    private static func pin(
        _ account: Account,
        _ tenant: String?,
        _ accounts: [Account],
        _ work: Work
    ) async throws -> Int32 {
        guard let folder = work.cli.directory() else {
            throw LanyardError(.fileFailed, "the working directory cannot be told")
        }
        let name = AccountNames.distinguishingName(of: account, in: accounts)
        let pin = Pin(account: name, tenant: try tenant.map { text throws(LanyardError) in try RequestedTenant(text) })
        let path = folder + "/" + Pin.fileName
        do {
            try FileContents.replace(path, with: Array(pin.serialized.utf8))
        } catch {
            throw LanyardError(.fileFailed, "\(path) cannot be written", underlying: error)
        }
        let evidence = Evidence(work.cli)
        let lying = try evidence.nearest(folder)
        let now = work.cli.now()
        try await evidence.files.update(Approvals.self) { $0.approve(lying.found, text: pin.serialized, now: now) }
        try work.printer.print(PinCommand.report("approved", lying.found.path, pin))
        return 0
    }

    private static func setDefault(_ account: Account, _ tenant: String?, _ work: Work) throws -> Int32 {
        let group = ConfigurationFile.mainGroup
        try ConfigurationFile.change(in: Paths(work.cli.environment)) { file throws(LanyardError) in
            file.set(group, SettingKey.defaultAccount.name, to: account.homeAccountID.rawValue)
            if let tenant {
                file.set(group, SettingKey.defaultTenant.name, to: tenant)
            } else {
                file.remove(group, SettingKey.defaultTenant.name)
            }
        }
        var report = AccountReport.one(account, isDefault: true)
        report.text = .lines(["\(account.username) is the default account" + (tenant.map { " in \($0)" } ?? "")])
        try work.printer.print(report)
        return 0
    }

    private static func printShell(_ account: Account, _ tenant: String?, _ work: Work) throws -> Int32 {
        let isFish = work.cli.environment["SHELL"]?.hasSuffix("/fish") ?? false
        let id = ShellWord.quoted(account.homeAccountID.rawValue)
        var lines = [isFish ? "set -gx LANYARD_ACCOUNT \(id)" : "export LANYARD_ACCOUNT=\(id)"]
        if let tenant {
            let word = ShellWord.quoted(tenant)
            lines.append(isFish ? "set -gx LANYARD_TENANT \(word)" : "export LANYARD_TENANT=\(word)")
        } else {
            lines.append(isFish ? "set -e LANYARD_TENANT" : "unset LANYARD_TENANT")
        }
        try work.printer.output(lines.joined(separator: "\n"))
        return 0
    }
}
