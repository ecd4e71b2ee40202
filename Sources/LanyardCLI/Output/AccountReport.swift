import LanyardCore
import LanyardSelection

/// Accounts in all forms.
enum AccountReport {
    static func json(_ account: Account, isDefault: Bool) -> JSONValue {
        [
            "home_account_id": .string(account.homeAccountID.rawValue),
            "username": .string(account.username),
            "name": text(account.name),
            "label": text(account.label),
            "home_tenant_id": text(account.homeTenantID),
            "environment": .string(account.key.environment),
            "cloud": .string(cloud(account)),
            "client_id": .string(account.key.clientID),
            "state": .string(state(account)),
            "explicit_only": .bool(account.isExplicitOnly),
            "default": .bool(isDefault),
            "tenants": .array(account.tenantProfiles.map(json)),
        ]
    }

    static func json(_ profile: TenantProfile) -> JSONValue {
        [
            "tenant_id": .string(profile.tenantID),
            "name": text(profile.tenantName),
            "domain": text(profile.domain),
            "username": text(profile.username),
            "object_id": text(profile.objectID),
            "home": .bool(profile.isHome),
        ]
    }

    static func list(_ accounts: [Account], default chosen: Account?) -> Report {
        Report(
            onDemand: .array(accounts.map { json($0, isDefault: $0.key == chosen?.key) }),
            rows: rows(accounts, chosen),
            text: .columns(
                ["", "ACCOUNT", "LABEL", "HOME", "GUEST IN", "CLOUD", "STATE"],
                columns(accounts, chosen),
                cut: [3, 4]
            )
        )
    }

    private static func rows(_ accounts: [Account], _ chosen: Account?) -> [[String]] {
        accounts.map { account in
            [
                account.username, account.label ?? "", account.homeTenantID ?? "",
                guests(account).map(\.tenantID).joined(separator: ","), cloud(account), state(account),
                account.key == chosen?.key ? "default" : "", account.homeAccountID.rawValue,
            ]
        }
    }

    private static func columns(_ accounts: [Account], _ chosen: Account?) -> [[String]] {
        accounts.map { account in
            [
                account.key == chosen?.key ? "*" : "", account.username, account.label ?? "",
                account.tenantProfiles.first(where: \.isHome).map(shown) ?? account.homeTenantID ?? "",
                guests(account).map(shown).joined(separator: ", "), cloud(account),
                state(account) + (account.isExplicitOnly ? ", explicit only" : ""),
            ]
        }
    }

    static func one(_ account: Account, isDefault: Bool) -> Report {
        var lines = [
            ("account", account.username), ("name", account.name), ("label", account.label),
            ("id", account.homeAccountID.rawValue),
            ("cloud", cloud(account)), ("client id", account.key.clientID), ("state", state(account)),
            ("default", isDefault ? "yes" : nil), ("explicit only", account.isExplicitOnly ? "yes" : nil),
        ]
        for profile in account.tenantProfiles {
            lines.append(
                (profile.isHome ? "home" : "guest in", "\(shown(profile)) as \(profile.username ?? account.username)")
            )
        }
        let shownLines = lines.compactMap { name, value in
            value.map { name + String(repeating: " ", count: 15 - name.count) + $0 }
        }
        return Report(
            json: json(account, isDefault: isDefault),
            rows: rows([account], isDefault ? account : nil),
            text: .lines(shownLines)
        )
    }

    /// The tenant as people call it.
    static func shown(_ profile: TenantProfile) -> String { profile.domain ?? profile.tenantName ?? profile.tenantID }

    static func cloud(_ account: Account) -> String {
        Cloud.of(host: account.key.environment)?.name ?? account.key.environment
    }

    private static func state(_ account: Account) -> String { account.needsSignIn ? "needs_sign_in" : "signed_in" }

    private static func guests(_ account: Account) -> [TenantProfile] { account.tenantProfiles.filter { !$0.isHome } }

    private static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}
