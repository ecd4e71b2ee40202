import CommandLineKit
import LanyardCore

/// `lanyard tenants`.
enum TenantsCommand {
    private static let discover = OptionKey<Bool>.flag(
        "--discover",
        help: "Ask Azure Resource Manager, and remember the answer"
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "tenants",
            "List the tenants of every account, or of one",
            section: Section.accounts,
            groups: [OptionGroup([discover.option]), SelectionOptions.group],
            action: .waiting { call in
                let work = try Work(cli, call)
                let all = try await work.service.accounts()
                let named = try work.settings.resolve(.account).value
                let accounts = try await named.asyncMap { [try await work.account(named: $0)] } ?? all
                var json: [JSONValue] = []
                var rows: [[String]] = []
                var columns: [[String]] = []
                for account in accounts {
                    for profile in try await work.service.tenants(for: account, discover: call[discover]) {
                        var members = AccountReport.json(profile).objectValue ?? [:]
                        members["account"] = [
                            "home_account_id": .string(account.homeAccountID.rawValue),
                            "username": .string(account.username),
                            "label": account.label.map { .string($0) } ?? .null,
                        ]
                        json.append(.object(members))
                        let role = profile.isHome ? "home" : "guest"
                        rows.append([
                            account.username, profile.tenantID, profile.domain ?? "", profile.tenantName ?? "", role,
                        ])
                        columns.append([
                            account.displayName, profile.domain ?? "", profile.tenantName ?? "", role, profile.tenantID,
                        ])
                    }
                }
                let text = Report.Text.columns(["ACCOUNT", "DOMAIN", "NAME", "AS", "TENANT"], columns, cut: [1, 2])
                try work.printer.print(Report(json: .array(json), rows: rows, text: text))
                return 0
            }
        )
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await body(self)
    }
}
