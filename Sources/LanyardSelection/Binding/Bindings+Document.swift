package import LanyardCore

extension Bindings: StateDocument {
    package static let fileName = "bindings.json"

    package init() { self.init(rules: []) }

    package init(document: DocumentReader) throws(LanyardError) {
        self.init()
        unknown = document.others(than: ["version", "bindings"])
        for entry in try document.objects("bindings") {
            let pattern: BindingPattern
            let target = try entry.string("target")
            do { pattern = try BindingPattern(target) } catch {
                throw entry.error("target", "is no target for a binding")
            }
            let rule = BindingRule(
                pattern: pattern,
                account: try entry.identity(),
                accountName: try entry.string("name"),
                tenant: try entry.tenant("tenant"),
                unknown: entry.others(than: ["target", "home_account_id", "environment", "name", "tenant"])
            )
            guard !rules.contains(where: { $0.pattern == pattern }) else {
                throw entry.error("target", "is there twice")
            }
            rules.append(rule)
        }
    }

    package var document: [String: JSONValue] {
        var members = unknown
        members["bindings"] = .array(
            rules.map { rule in
                var entry = rule.unknown.merging(rule.account.members) { $1 }
                entry["target"] = .string(rule.pattern.description)
                entry["name"] = .string(rule.accountName)
                entry["tenant"] = rule.tenant.map { .string($0.name) }
                return .object(entry)
            }
        )
        return members
    }
}
