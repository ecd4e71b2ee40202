package import LanyardCore

/// What is known about an account in a tenant.
package enum Membership: Sendable, Hashable {
    /// It is at home there.
    case home
    /// A token for it was issued there.
    case guest
    /// The tenant said, not longer ago than it is believed, that it is no member.
    case nonMember(since: Int64)
    /// Nobody knows.
    case unknown

    /// Whether it is known to be in.
    var isPositive: Bool { self == .home || self == .guest }
}

/// What tokens and refusals have taught about accounts in tenants.
package struct MembershipFacts: Sendable, Hashable {
    /// What was learned last, and when.
    package struct Fact: Sendable, Hashable {
        package var isMember: Bool
        package var learnedAt: Int64
        package var unknown: [String: JSONValue] = [:]
    }

    /// A refusal is believed for a week: somebody may have been invited since.
    package static let refusalLifetime: Int64 = 7 * 86_400

    /// By tenant id, then by account: a request asks about one tenant.
    package var facts: [String: [AccountIdentity: Fact]] = [:]
    package var unknown: [String: JSONValue] = [:]

    package init() {}

    /// Notes what a tenant's answer says about an account; an older answer does not undo a newer one.
    package mutating func learn(_ account: AccountIdentity, in tenantID: String, isMember: Bool, now: Int64) {
        let tenantID = tenantID.lowercased()
        let known = facts[tenantID]?[account]
        guard known.map({ $0.learnedAt <= now }) ?? true else { return }
        let fact = Fact(isMember: isMember, learnedAt: now, unknown: known?.unknown ?? [:])
        facts[tenantID, default: [:]][account] = fact
    }

    /// What is known about an account in a tenant now.
    package func membership(of account: Account, in tenantID: String, now: Int64) -> Membership {
        if account.homeTenantID == tenantID { return .home }
        return Self.membership(
            facts[tenantID]?[account.identity],
            hasProfile: account.tenantProfiles.contains { $0.tenantID == tenantID },
            now: now
        )
    }

    /// The same of somebody who is not at home there.
    static func membership(_ fact: Fact?, hasProfile: Bool, now: Int64) -> Membership {
        if let fact {
            if fact.isMember { return .guest }
            if now - fact.learnedAt < refusalLifetime { return .nonMember(since: fact.learnedAt) }
        }
        return hasProfile ? .guest : .unknown
    }
}
