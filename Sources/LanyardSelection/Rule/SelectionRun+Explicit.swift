import LanyardCore

/// Layers 1 to 3: somebody was named.
extension SelectionRun {
    /// What asked by name, strongest first; what names nobody is passed over.
    var selectors: [AccountSelector] {
        request.selectors.sorted { ($0.source, $0.name) < ($1.source, $1.name) }
    }

    /// Layers 1 and 2: a flag, the environment, a profile, honoured or refused but never replaced.
    mutating func explicitChoice() -> Verdict? {
        consult(1, "flag, environment, profile")
        let explicit = selectors.filter { $0.source.isExplicit && !isInherited($0) }
        guard let strongest = explicit.first else { return nil }
        let rivals = explicit.dropFirst().filter { $0.source == strongest.source && $0.name != strongest.name }
        for other in selectors where other != strongest && !rivals.contains(other) && !isInherited(other) {
            passOver(other.source.name, other.name, "\(strongest.source.name) is stronger")
        }
        if !rivals.isEmpty {
            let text = "\(strongest.source.name) names two accounts"
            return ended(.refused, .ambiguousSelector, text, changes: [.init("name one", "--account NAME")])
        }
        let index: Int
        switch find(strongest.name, by: strongest.source.name) {
        case .verdict(let verdict): return verdict
        case .index(let found): index = found
        }
        for pin in request.context.pins.prefix(1) {
            let name = pin.pin?.account
            let isSame = pin.approval == .approved && (name == nil || name.map { isNamed($0, index) } == true)
            if isSame { adopt(tenant ?? pin.pin?.tenant) }
            if !isSame { passOver("pin \(pin.path)", name ?? "", "\(strongest.source.name) is stronger") }
        }
        if case .nonMember = contenders[index].membership, let tenant {
            notes.append(
                "\(shown(index)) is known not to be a member of \(tenant.name); it was named, so it is asked all the same"
            )
        }
        let reason: Reason =
            switch strongest.source {
            case .flag: .flag
            case .environment: .environment
            default: .profile
            }
        let text = "named by \(strongest.source.name)"
        return selected(index, reason, text, layer: strongest.source == .flag ? 1 : 2)
    }

    /// Layer 3: the user of a URL, or the calling program's hint.
    mutating func requestedUser() -> Verdict? {
        consult(3, "user in the request")
        for selector in selectors where !selector.source.isExplicit {
            let name = selector.source == .remoteUser ? PercentText.decoded(selector.name) : selector.name
            if let organization = request.target.target?.organization, CaseInsensitive.equal(organization, name) {
                passOver(selector.source.name, name, "it names the organisation, nobody")
                continue
            }
            let index: Int
            switch find(name, by: selector.source.name) {
            case .verdict(let verdict): return verdict
            case .index(let found): index = found
            }
            for other in selectors where other.source > selector.source {
                passOver(other.source.name, other.name, "\(selector.source.name) is stronger")
            }
            let text = "named by the \(selector.source.name)"
            return unnamed(index, by: "the \(selector.source.name)", conflict: .noCandidate)
                ?? selected(index, .remoteUser, text, layer: 3)
        }
        return nil
    }

    enum Finding {
        case index(Int)
        case verdict(Verdict)
    }

    /// H3: the one account of that name, or the refusal.
    ///
    /// Inside a session only its accounts have names; elsewhere an account of the right cloud is preferred to its namesake.
    func find(_ name: String, by source: String) -> Finding {
        let shownName = TerminalText.oneLine(name, limit: 80)
        let blocking: (Contender) -> Bool = { $0.drop?.code == .outsideSession || $0.drop?.code == .wrongCloud }
        let isLimited = contenders.contains(where: blocking)
        var resolution = resolve(
            name,
            in: isLimited
                ? world.people.subset(contenders.filter { !blocking($0) }.map(\.place)) : world.people
        )
        if isLimited, case .notFound = resolution { resolution = resolve(name, in: world.people) }
        switch resolution {
        case .found(let account):
            guard let index = index(of: account.identity) else { return .verdict(notSignedIn(shownName, source)) }
            guard let drop = contenders[index].drop, blocking(contenders[index]) else { return .index(index) }
            let outcome: Verdict.Outcome = drop.code == .wrongCloud ? .none : .refused
            let text = "\(source) names \(shown(index)), \(drop.text)"
            return .verdict(ended(outcome, drop.code, text))
        case .notFound: return .verdict(notSignedIn(shownName, source))
        case .ambiguous(let matches):
            var verdict = ended(
                .refused,
                .ambiguousSelector,
                "\(matches.count) signed-in accounts are called \(shownName)",
                changes: matches.filter { $0.dropped == nil }.map { match in
                    .init(match.summary, "--account \(ShellWord.quoted(match.distinguishingName))")
                }
            )
            // Those who are not called so are of no interest; those whom the tenant leaves out are.
            verdict.candidates = matches.map { match in
                Candidate(
                    account: AccountSummary(match.account),
                    dropped: match.dropped.map { .init(.wrongKind, $0) }
                )
            }
            return .verdict(verdict)
        }
    }

    private func resolve(_ name: String, in accounts: AccountList) -> NameResolution {
        AccountNames.resolution(of: name, in: accounts, tenant: tenant, domains: world.domains)
    }

    private func isNamed(_ name: String, _ index: Int) -> Bool {
        guard case .index(let found) = find(name, by: "pin") else { return false }
        return found == index
    }

    private func notSignedIn(_ name: String, _ source: String) -> Verdict {
        let isAddress = name.contains("@")
        return ended(
            .refused,
            .notSignedIn,
            "\(source) names \(name), which is not signed in",
            changes: [
                .init(
                    "sign it in",
                    isAddress ? "lanyard login --login-hint \(ShellWord.quoted(name))" : "lanyard login"
                ),
                .init("see who is", "lanyard accounts"),
            ]
        )
    }

    /// Whether this is what `exec` itself put into its children's environment.
    private func isInherited(_ selector: AccountSelector) -> Bool {
        guard isSingleSession, selector.source == .environment, let only = request.session?.accounts.first else {
            return false
        }
        guard case .index(let index) = find(selector.name, by: "session") else { return false }
        return identity(index) == only
    }
}
