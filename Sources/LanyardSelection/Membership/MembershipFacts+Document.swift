package import LanyardCore

extension MembershipFacts: StateDocument {
    package static let fileName = "memberships.json"

    package init(document: DocumentReader) throws(LanyardError) {
        self.init()
        unknown = document.others(than: ["version", "facts"])
        for entry in try document.objects("facts") {
            let tenantID = try entry.string("tenant_id").lowercased()
            guard RequestedTenant.isGUID(tenantID) else { throw entry.error("tenant_id", "is not a GUID") }
            let known: Set = ["home_account_id", "environment", "tenant_id", "member", "learned_at"]
            facts[tenantID, default: [:]][try entry.identity()] = Fact(
                isMember: try entry.flag("member"),
                learnedAt: try entry.integer("learned_at"),
                unknown: entry.others(than: known)
            )
        }
    }

    package var document: [String: JSONValue] {
        var members = unknown
        let entries = facts.sorted { $0.key < $1.key }.flatMap { tenantID, facts in
            facts.sorted { $0.key < $1.key }.map { account, fact in
                var entry = fact.unknown.merging(account.members) { $1 }
                entry["tenant_id"] = .string(tenantID)
                entry["member"] = .bool(fact.isMember)
                entry["learned_at"] = .integer(fact.learnedAt)
                return JSONValue.object(entry)
            }
        }
        members["facts"] = .array(entries)
        return members
    }

    /// Forgets everything about an account.
    package mutating func forget(_ account: AccountIdentity) {
        for tenantID in facts.keys { facts[tenantID]?[account] = nil }
        facts = facts.filter { !$0.value.isEmpty }
    }
}
