import LanyardCore

/// Layer 5, and the rules for accounts that a file, a rule or a URL names.
extension SelectionRun {
    mutating func bound() -> Verdict? {
        consult(5, "most specific binding")
        let best = world.bindings.best(target: request.target.target, tenantID: tenantID, tenantName: tenant?.name)
        guard let rule = best.first else { return nil }
        let source = "the binding \(rule.pattern)"
        guard Set(best.map(\.account)).count == 1 else {
            return ended(
                .refused,
                .bindingConflict,
                "\(source) names two accounts",
                changes: [.init("keep one", "lanyard bind \(ShellWord.quoted(rule.pattern.description)) -a NAME")]
            )
        }
        let isVouched = tenant == nil && rule.tenant != nil || isTenantRule(rule.pattern)
        adopt(tenant ?? rule.tenant)
        let name = TerminalText.oneLine(rule.accountName, limit: 120)
        guard let index = index(of: rule.account) else {
            return ended(
                .refused,
                .notSignedIn,
                "\(source) names \(name), which is not signed in",
                changes: [
                    .init("sign it in", "lanyard login --login-hint \(ShellWord.quoted(name))"),
                    .init("forget the rule", "lanyard bind remove \(ShellWord.quoted(rule.pattern.description))"),
                ]
            )
        }
        switch contenders[index].drop?.code {
        case Reason.outsideSession:
            return ended(
                .refused,
                .outsideSession,
                "\(source) names \(shown(index)), not one of this session's accounts"
            )
        case Reason.wrongCloud:
            return ended(.refused, .bindingConflict, "\(source) names \(shown(index)), which is of another cloud")
        default: break
        }
        return unnamed(index, by: source, conflict: .bindingConflict, isVouched: isVouched)
            ?? selected(index, .binding, "bound by \(rule.pattern)", layer: 5)
    }

    private func isTenantRule(_ pattern: BindingPattern) -> Bool {
        guard case .tenant = pattern else { return false }
        return true
    }

    /// H4, H6 and H7 for an account that something other than the person named; nothing where it may be used.
    ///
    /// A tenant that came with the name, in a pin or binding that the user agreed to, is as good as known.
    mutating func unnamed(_ index: Int, by source: String, conflict: Reason, isVouched: Bool = false) -> Verdict? {
        let name = shown(index)
        if contenders[index].isExplicitOnly, !isSingleSession {
            return ended(
                .refused,
                .needsExplicit,
                "\(source) names \(name), which is used only when you name it",
                changes: [.init("name it", "--account \(ShellWord.quoted(distinguishingName(index)))")]
            )
        }
        if let drop = contenders[index].drop {
            return ended(
                .refused,
                conflict,
                "\(source) names \(name), \(drop.text)",
                changes: [.init("use it all the same", "--account \(ShellWord.quoted(distinguishingName(index)))")]
            )
        }
        guard let tenant, tenant.isSpecific, !isVouched, !contenders[index].membership.isPositive, !isOnlyOne else {
            return nil
        }
        return ended(
            .none,
            .membershipUnverified,
            "\(source) names \(name), not known to be a member of \(tenant.name)",
            changes: [
                .init("try it", "--account \(ShellWord.quoted(distinguishingName(index))) --tenant \(tenant.name)")
            ]
        )
    }

    /// Whether only one account exists that the request's cloud could use at all.
    var isOnlyOne: Bool { contenders.count { $0.drop?.code != .wrongCloud } == 1 }

    func shown(_ index: Int) -> String { summary(index).shown }

    func distinguishingName(_ index: Int) -> String {
        AccountNames.distinguishingName(of: account(index), in: world.people)
    }
}
