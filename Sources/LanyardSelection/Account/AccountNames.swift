public import LanyardCore

/// Finds accounts by the names that people give: label, user name in any tenant, home account id, `user@domain@tenant`.
///
/// Names are compared without case. A name never decides by chance: two matches are an answer of their own, and the tenant asked
/// for tells them apart only where exactly one is at home there, or else exactly one is known as a guest there.
public enum AccountNames {
    /// The one account of that name.
    ///
    /// Throws `invalid_argument` for a name that no account can have, `account_not_found`, and `ambiguous_name` with a hint that
    /// lists the matches and how to tell them apart. `tenant` is a GUID, a domain, `common`, `organizations` or `consumers`.
    public static func resolve(
        _ name: String,
        in accounts: [Account],
        tenant: String? = nil
    ) throws(LanyardError) -> Account {
        try resolve(name, in: AccountList(accounts), tenant: tenant)
    }

    /// The one account of that name; throws as ``resolve(_:in:tenant:)`` does.
    package static func resolve(
        _ name: String,
        in accounts: AccountList,
        tenant: String? = nil
    ) throws(LanyardError) -> Account {
        guard isUsable(name) else {
            throw LanyardError(.invalidArgument, "an account name is empty or has control characters")
                .with { $0.field = "account" }
        }
        let requested = try tenant.map { text throws(LanyardError) in try RequestedTenant(text) }
        switch resolution(of: name, in: accounts, tenant: requested, domains: [:]) {
        case .found(let account): return account
        case .notFound:
            let shown = TerminalText.oneLine(name, limit: 80)
            throw LanyardError(.accountNotFound, "no signed-in account is called \(shown)", hint: "lanyard accounts")
                .with { $0.account = shown }
        case .ambiguous(let matches):
            throw ambiguity(of: name, matches: matches)
        }
    }

    /// What a name stands for among these accounts, as a value.
    ///
    /// `domains` maps domains to tenant ids; domains that the accounts' own profiles name need not be in it.
    public static func resolution(
        of name: String,
        in accounts: [Account],
        tenant: RequestedTenant? = nil,
        domains: [String: String] = [:]
    ) -> NameResolution {
        resolution(of: name, in: AccountList(accounts), tenant: tenant, domains: domains)
    }

    static func resolution(
        of name: String,
        in accounts: AccountList,
        tenant: RequestedTenant?,
        domains: [String: String]
    ) -> NameResolution {
        let named = all(named: name, in: accounts, domains: domains)
        guard let first = named.first else { return .notFound }
        guard named.count > 1 else { return .found(first) }
        let tenants = TenantDirectory(domains: domains, accounts: accounts)
        let drops = narrowing(named, tenant: tenant, tenants: tenants)
        let left = zip(named, drops).filter { $1 == nil }.map(\.0)
        if left.count == 1, let only = left.first { return .found(only) }
        return .ambiguous(
            zip(named, drops).map { account, dropped in
                NameMatch(
                    account: account,
                    distinguishingName: distinguishingName(of: account, in: accounts),
                    dropped: dropped
                )
            }
        )
    }

    /// The shortest name that means this account and no other of these.
    public static func distinguishingName(of account: Account, in accounts: [Account]) -> String {
        distinguishingName(of: account, in: AccountList(accounts))
    }

    package static func distinguishingName(of account: Account, in accounts: AccountList) -> String {
        let home = account.kind == .personal ? "consumers" : account.homeDomain ?? account.homeTenantID
        let names = [account.label, account.username, home.map { "\(account.username)@\($0)" }]
        for name in names.compactMap({ $0 }) {
            let found = all(named: name, in: accounts, domains: [:])
            if found.count == 1, found.first?.identity == account.identity { return name }
        }
        return account.homeAccountID.rawValue
    }

    /// The error for a name that several accounts have.
    static func ambiguity(of name: String, matches: [NameMatch]) -> LanyardError {
        let shown = TerminalText.oneLine(name, limit: 80)
        return LanyardError(
            .ambiguousName,
            "\(matches.count) signed-in accounts are called \(shown)",
            hint: matches.map(\.description).joined(separator: "\n")
        ).with { $0.account = shown }
    }

    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 1024 && !name.utf8.allSatisfy { $0 == 0x20 }
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }

    /// Everybody of that name, each person once, in a fixed order.
    private static func all(named text: String, in accounts: AccountList, domains: [String: String]) -> [Account] {
        guard isUsable(text) else { return [] }
        let name = AccountName(text, accounts: accounts, tenants: TenantDirectory(domains: domains, accounts: accounts))
        var last: AccountIdentity?
        return accounts.indices(perhapsNamed: name.forms).map { accounts[$0] }.filter { name.matches($0) }
            .sorted { ($0.identity, $0.key.clientID) < ($1.identity, $1.key.clientID) }
            .filter { account in
                defer { last = account.identity }
                return account.identity != last
            }
    }
}
