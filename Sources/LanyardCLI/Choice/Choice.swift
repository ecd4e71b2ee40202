import LanyardCore
import LanyardSelection

/// Whom a command acts as, and where.
struct Choice: Sendable {
    let account: Account
    /// The tenant to ask; nothing means the account's home.
    let tenant: TenantName?
    let verdict: Verdict
}

/// What a command needs an account for.
struct Need: Sendable {
    var scopes: [String] = []
    var url: String?

    /// The target, as the built-in table knows it.
    var target: RequestedTarget {
        if let url { return TargetTable.builtIn.target(url: url) }
        guard let scope = scopes.first(where: { !ScopeSet.isOpenID($0) }) else { return .unspecified }
        return .target(TargetTable.builtIn.target(audience: ScopeSet.resource(of: scope)))
    }
}
