import LanyardCore

/// H7 and H4 for everybody, and layers 6 and 7.
extension SelectionRun {
    /// H7: whom nobody named has to be known in the tenant, unless there is only one account anyway.
    mutating func requireMembership() {
        guard let tenant, tenant.isSpecific, !isOnlyOne else { return }
        let reason = Candidate.Drop(.membershipUnverified, "not known to be a member of \(tenant.name)")
        for index in contenders.indices where !contenders[index].membership.isPositive { drop(index, reason) }
    }

    /// H4: what is used only when named is not for the layers below.
    mutating func requireNaming() {
        for index in contenders.indices where contenders[index].isExplicitOnly {
            drop(index, .init(.needsExplicit, "used only when you name it"))
        }
    }

    mutating func onlyOne() -> Verdict? {
        consult(6, "only member of the tenant, only account")
        let eligible = eligible
        guard let only = eligible.first else { return noCandidate() }
        guard eligible.count == 1 else { return nil }
        if let tenant, tenant.isSpecific, contenders[only].membership.isPositive {
            return selected(only, .onlyMember, "the only known member of \(tenant.name)", layer: 6)
        }
        return selected(only, .onlyAccount, "the only account that fits", layer: 7)
    }

    /// The verdict where every account was dropped: by the rule that came closest to letting one through.
    func noCandidate() -> Verdict {
        func dropped(_ code: Reason) -> [Int] { contenders.indices.filter { contenders[$0].drop?.code == code } }
        let tenantName = tenant?.name ?? ""
        if request.session != nil {
            let text = tenant.map { "no account of this session is known to be a member of \($0.name)" }
            return ended(
                .refused,
                .noCandidate,
                text ?? "no account of this session fits",
                changes: [
                    .init(
                        "start a session that may",
                        "lanyard exec -a NAME\(tenantName.isEmpty ? "" : " -t \(tenantName)") -- CMD"
                    )
                ]
            )
        }
        let naming = dropped(.needsExplicit)
        if let first = naming.first {
            return ended(
                .refused,
                .needsExplicit,
                "only \(shown(first)) fits, which is used only when you name it",
                changes: naming.prefix(4).map { use($0) }
            )
        }
        let unverified = dropped(.membershipUnverified)
        if !unverified.isEmpty {
            return ended(
                .none,
                .membershipUnverified,
                "nobody is known to be a member of \(tenantName)",
                changes: unverified.prefix(4).map { use($0) }
                    + [.init("ask which tenants there are", "lanyard tenants --discover")]
            )
        }
        if let cloud, contenders.allSatisfy({ $0.drop?.code == .wrongCloud }) {
            return ended(
                .none,
                .wrongCloud,
                "nobody is signed in to \(cloudName(cloud))",
                changes: [.init("sign in there", "lanyard login --cloud \(world.clouds.entry(cloud)?.name ?? cloud)")]
            )
        }
        return ended(.none, .noCandidate, "no signed-in account fits", changes: [.signIn])
    }

    func use(_ index: Int) -> Verdict.Change {
        let name = ShellWord.quoted(distinguishingName(index))
        return .init("use \(shown(index))", "--account \(name)")
    }
}

extension Verdict.Change {
    static let signIn = Self("sign in", "lanyard login")
}
