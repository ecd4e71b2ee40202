import LanyardCore

/// Layer 4, and what stops everything that nobody chose by name.
extension SelectionRun {
    /// H5: a pin that does not count stops the choice, for it neither selects nor may somebody else act in its place.
    ///
    /// A session with one account is a choice by name, made outside of this directory.
    mutating func distrustedPin() -> Verdict? {
        guard let nearest = request.context.pins.first, nearest.approval != .approved, !isSingleSession else {
            return nil
        }
        var verdict = ended(
            .refused,
            .untrustedPin,
            "the pin \(nearest.path) \(nearest.approval.reason)",
            changes: [
                .init("read it and approve it", "lanyard allow"),
                .init("choose for this command", "--account NAME"),
            ]
        )
        if let pin = nearest.pin {
            let name = pin.account.map { "account \(TerminalText.oneLine($0, limit: 120))" } ?? "no account"
            verdict.notes.append("the pin names \(name)\(pin.tenant.map { ", tenant \($0.name)" } ?? "")")
        }
        if request.isInteractive, nearest.approval == .unapproved || nearest.approval == .changed {
            verdict.question = .approvePin
        }
        return verdict
    }

    mutating func pinned() -> Verdict? {
        consult(4, "nearest approved pin")
        guard let nearest = request.context.pins.first, nearest.approval == .approved, let pin = nearest.pin else {
            return nil
        }
        for other in request.context.pins.dropFirst() {
            passOver("pin \(other.path)", other.pin?.account ?? "", "\(nearest.path) is nearer")
        }
        if let verdict = outsideAudiences(of: pin, at: nearest.path) { return verdict }
        guard let name = pin.account else { return nil }
        let isVouched = tenant == nil && pin.tenant != nil
        adopt(tenant ?? pin.tenant)
        let index: Int
        switch find(name, by: "the pin \(nearest.path)") {
        case .verdict(var verdict):
            // In another cloud the account exists, but the pin and the request cannot both be followed.
            if verdict.reason == .wrongCloud {
                verdict.outcome = .refused
                verdict.reason = .pinConflict
            }
            return verdict
        case .index(let found): index = found
        }
        return unnamed(index, by: "the pin \(nearest.path)", conflict: .pinConflict, isVouched: isVouched)
            ?? selected(index, .pin, "pinned by \(nearest.path)", layer: 4)
    }

    private mutating func outsideAudiences(of pin: Pin, at path: String) -> Verdict? {
        guard !pin.audiences.isEmpty, let audience = request.target.target?.audience else { return nil }
        guard !pin.audiences.contains(where: { Audience.isSame($0, audience) }) else { return nil }
        return ended(
            .refused,
            .pinConflict,
            "the pin \(path) allows no tokens for \(audience)",
            changes: [.init("choose for this command", "--account NAME")]
        )
    }

    /// The account of a session that has only one; what would have named another was refused before.
    mutating func sessionAccount() -> Verdict? {
        guard isSingleSession, let only = request.session?.accounts.first else { return nil }
        guard let index = index(of: only), contenders[index].drop == nil else { return noCandidate() }
        // The session chose the account, but not for this tenant.
        if tenant?.isSpecific == true, tenant != request.session?.tenant, !contenders[index].membership.isPositive,
            contenders.count > 1
        {
            let name = tenant?.name ?? ""
            drop(index, .init(.membershipUnverified, "not known to be a member of \(name)"))
            return noCandidate()
        }
        return selected(index, .session, "the only account of this session", layer: nil)
    }

    /// Pins may rule here, but nobody knows where "here" is.
    mutating func unknownContext() -> Verdict? {
        guard request.context.source == .unknown, world.pinsExist, eligible.count > 1 else { return nil }
        return ended(
            .refused,
            .contextUnknown,
            "the caller's directory is not known, pins exist, and more than one account fits",
            changes: [
                .init("start the program with one identity", "lanyard exec -a NAME -- CMD"),
                .init("name the account in its environment", "LANYARD_ACCOUNT=NAME"),
            ]
        )
    }
}
