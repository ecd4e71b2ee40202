import LanyardTesting

@testable import LanyardCore

/// What must hold after every round, whatever the order was.
extension Race {
    /// Everything that is not as it must be.
    func faults(after outcomes: [String]) async throws -> [String] {
        var faults = zip(parts, outcomes).filter { !isAllowed($0, $1) }.map { "\($0) ended with: \($1)" }
        if !conductor.heldLocks.isEmpty { faults.append("held locks: \(conductor.heldLocks)") }
        if files.read(PendingChange.fileName) != nil { faults.append("a change was left unfinished") }
        if authority.mostRedemptions > 1 { faults.append("\(authority.mostRedemptions) redemptions at one time") }
        if authority.reuses > 0 { faults.append("a spent refresh token was sent again") }
        faults += try await accountFaults()
        faults += try await engines[0].cache.audit().findings.map { "audit: \($0.problem.rawValue): \($0.detail)" }
        return faults
    }

    private func isAllowed(_ part: Part, _ outcome: String) -> Bool {
        let mayBeGone = parts.contains(.signOut) || parts.contains(.signOutAll)
        switch part {
        case .renewal, .forcedRenewal, .guestRenewal:
            return outcome == "token" || (mayBeGone && outcome == "account_removed")
                || ((mayBeGone || parts.contains(.revocation)) && outcome == "interaction_required")
        case .signIn: return outcome == "token"
        case .signOut, .signOutAll, .revocation, .listing: return outcome == "done"
        }
    }

    /// The account is there exactly where a sign-in was stored after the last removal, and has that sign-in's newest token.
    private func accountFaults() async throws -> [String] {
        let cache = engines[0].cache
        let changes = store.changes(Self.alice)
        let since = changes.lastIndex(of: .deleted).map { changes[($0 + 1)...] } ?? changes[...]
        let signedIn = since.compactMap { change -> String? in
            guard case .saved(let token, let part) = change, part.map({ parts[$0] == .signIn }) ?? true else {
                return nil
            }
            return token
        }.last
        let record = try await cache.record(Self.alice)
        guard let signedIn else {
            var faults = record == nil ? [] : ["a signed-out account came back"]
            for engine in engines {
                for tenant in [Bench.contoso, Bench.fabrikam] where await hasToken(engine, tenant) {
                    faults.append("a token of a signed-out account in \(tenant)")
                }
            }
            return faults
        }
        guard let record else { return ["a signed-in account is gone"] }
        let signIn = authority.signIn(of: signedIn)
        guard let token = record.refreshToken?.reveal() else {
            return signIn.map(authority.isRevoked) == true ? [] : ["a good refresh token was dropped"]
        }
        guard authority.signIn(of: token) == signIn else { return ["the token of an earlier sign-in took the place"] }
        guard signIn.map(authority.isRevoked) == false else { return [] }
        guard authority.honours(token) else { return ["the newest refresh token is lost"] }
        var faults: [String] = []
        for engine in engines {
            for tenant in [Bench.contoso, Bench.fabrikam] where await !hasToken(engine, tenant) {
                faults.append("no token in \(tenant) though the sign-in is good")
            }
        }
        return faults
    }

    private func hasToken(_ engine: Engine, _ tenant: String) async -> Bool {
        let account = Account(key: Self.alice, username: "alice@contoso.example")
        return (try? await Self.silent(engine, account, tenant)) != nil
    }
}
