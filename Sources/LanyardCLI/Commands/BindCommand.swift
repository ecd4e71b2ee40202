import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard bind`.
enum BindCommand {
    private static let target = ArgumentKey<String>.one(
        "TARGET",
        help: "A URL, org:NAME, host:NAME, tenant:NAME or audience:NAME"
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "bind",
            "Tie a target to an account",
            section: Section.selection,
            discussion:
                "The most specific rule counts: an address before an organisation, that before a tenant, that before an audience.",
            groups: [SelectionOptions.group],
            arguments: [target.argument],
            examples: [
                Example("lanyard bind https://dev.azure.com/fabrikam -a fab", "Everything of one organisation."),
                Example("lanyard bind tenant:fabrikam.com -a bob@fabrikam.com", "Everything in one tenant."),
            ],
            subcommands: [
                Command("list", "List the rules", aliases: ["ls"], action: list(cli)),
                Command("remove", "Remove a rule", aliases: ["rm"], arguments: [target.argument], action: remove(cli)),
            ],
            action: .waiting { call in
                let pattern = try BindingPattern(call[target])
                guard let name = call[SelectionOptions.account] else {
                    throw call.error("say which account", hint: "lanyard bind TARGET -a ACCOUNT")
                }
                let work = try Work(cli, call)
                let account = try await work.account(named: name)
                let tenant = try call[SelectionOptions.tenant].map { text throws(LanyardError) in
                    try RequestedTenant(text)
                }
                let rule = BindingRule(
                    pattern: pattern,
                    account: account.identity,
                    accountName: account.username,
                    tenant: tenant
                )
                try await Evidence(cli).files.update(Bindings.self) { $0.set(rule) }
                work.noteExplicitOnly(account)
                try work.printer.print(report([rule], text: .lines(["\(pattern) is tied to \(account.username)"])))
                return 0
            }
        )
    }

    private static func list(_ cli: CLI) -> CommandAction {
        .immediate { call in
            let rules = try Evidence(cli).files.read(Bindings.self).rules.sorted {
                $0.pattern.description < $1.pattern.description
            }
            try Printer(cli, call).print(report(rules, text: .table(["TARGET", "ACCOUNT", "TENANT", "ID"])))
            return 0
        }
    }

    private static func remove(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let pattern = try BindingPattern(call[target])
            guard try await Evidence(cli).files.update(Bindings.self, { $0.remove(pattern) }) else {
                throw LanyardError(.accountNotFound, "there is no rule for \(pattern)", hint: "lanyard bind list")
            }
            return 0
        }
    }

    private static func report(_ rules: [BindingRule], text: Report.Text) -> Report {
        Report(
            json: .array(
                rules.map { rule in
                    [
                        "target": .string(rule.pattern.description), "username": .string(rule.accountName),
                        "home_account_id": .string(rule.account.homeAccountID.rawValue),
                        "tenant": rule.tenant.map { .string($0.name) } ?? .null,
                    ]
                }
            ),
            rows: rules.map {
                [$0.pattern.description, $0.accountName, $0.tenant?.name ?? "", $0.account.homeAccountID.rawValue]
            },
            text: text
        )
    }
}
