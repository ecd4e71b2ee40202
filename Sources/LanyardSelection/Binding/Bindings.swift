package import LanyardCore

/// The user's own rule which account serves a target.
package struct BindingRule: Sendable, Hashable {
    package var pattern: BindingPattern
    package var account: AccountIdentity
    /// The account's name when the rule was made, to show where the account is gone.
    package var accountName: String
    package var tenant: RequestedTenant?
    package var unknown: [String: JSONValue]

    package init(
        pattern: BindingPattern,
        account: AccountIdentity,
        accountName: String,
        tenant: RequestedTenant? = nil,
        unknown: [String: JSONValue] = [:]
    ) {
        self.pattern = pattern
        self.account = account
        self.accountName = accountName
        self.tenant = tenant
        self.unknown = unknown
    }
}

/// All of the user's rules.
package struct Bindings: Sendable, Hashable {
    package var rules: [BindingRule]
    package var unknown: [String: JSONValue] = [:]

    package init(rules: [BindingRule] = []) { self.rules = rules }

    /// Adds a rule in place of the one with the same pattern.
    package mutating func set(_ rule: BindingRule) {
        rules.removeAll { $0.pattern == rule.pattern }
        rules.append(rule)
    }

    /// Removes the rule of a pattern and tells whether there was one.
    package mutating func remove(_ pattern: BindingPattern) -> Bool {
        let count = rules.count
        rules.removeAll { $0.pattern == pattern }
        return rules.count < count
    }

    /// The most specific rules for a request: one, or several that a damaged file has for one pattern.
    func best(target: Target?, tenantID: String?, tenantName: String?) -> [BindingRule] {
        let matching = rules.filter {
            $0.pattern.matches(target: target, tenantID: tenantID, tenantName: tenantName)
        }
        guard let top = matching.map(\.pattern.specificity).max() else { return [] }
        return matching.filter { $0.pattern.specificity == top }
            .sorted { ($0.account, $0.pattern.description) < ($1.account, $1.pattern.description) }
    }
}
