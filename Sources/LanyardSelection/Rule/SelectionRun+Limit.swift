import LanyardCore

/// The limits that stand before every choice: host, cloud, session.
extension SelectionRun {
    func unknownHost(_ host: String) -> Verdict {
        let shown = host.isEmpty ? "the URL" : host
        return ended(
            .refused,
            .unknownHost,
            "\(shown) is not a host that tokens are given for",
            changes: [.init("name the audience yourself", "--scope AUDIENCE/.default")]
        )
    }

    /// H1, the request's side: which cloud it has to be.
    mutating func requireCloud() -> Verdict? {
        var required: CloudTable.Entry?
        if let asked = request.cloud {
            guard let entry = world.clouds.entry(asked) else {
                return ended(
                    .refused,
                    .unknownHost,
                    "\(TerminalText.oneLine(asked, limit: 120)) is not an authority that is known",
                    changes: [.init("make it known", "lanyard config set authority HOST")]
                )
            }
            required = entry
        }
        // The user's own authority may stand in for any cloud; one of Microsoft's may not stand in for another.
        if let target = request.target.target?.cloud, required?.isCustom != true {
            let entry = world.clouds.entry(target)
            if let required, required.authorityHost != entry?.authorityHost {
                return ended(
                    .none,
                    .wrongCloud,
                    "the service belongs to cloud \(entry?.name ?? target), the request names \(required.name)"
                )
            }
            cloud = entry?.authorityHost ?? target
        }
        cloud = cloud ?? required?.authorityHost
        return nil
    }

    /// H1 and H2, the accounts' side; and the session's audiences.
    mutating func enterSession() -> Verdict? {
        let session = request.session
        let inside = session.map { Set($0.accounts) }
        var (environment, host) = ("", "")
        for index in contenders.indices {
            if head(index).key.environment != environment {
                environment = head(index).key.environment
                host = world.clouds.canonicalHost(environment)
            }
            if let inside, !inside.contains(identity(index)) {
                drop(index, .init(.outsideSession, "not one of this session's accounts"))
            }
            if let cloud, host != cloud {
                drop(index, .init(.wrongCloud, "an account of \(cloudName(host)), not of \(cloudName(cloud))"))
            }
        }
        guard let session, !session.audiences.isEmpty, let audience = request.target.target?.audience else {
            return nil
        }
        guard !session.audiences.contains(where: { Audience.isSame($0, audience) }) else { return nil }
        return ended(
            .refused,
            .outsideSession,
            "this session gives no tokens for \(audience)",
            changes: [.init("start a session that may", "lanyard exec --scope \(ShellWord.quoted(audience)) -- CMD")]
        )
    }

    /// H2: a session that was begun for one tenant acts in no other, and not in the home tenant by a wider name.
    ///
    /// Two names are one tenant where both ids are known and the same; what cannot be told apart is not let through.
    func outsideTenant() -> Verdict? {
        guard let kept = request.session?.tenant, kept.isSpecific, let asked = request.tenant, asked != kept else {
            return nil
        }
        if asked.isSpecific, let tenantID, tenantID == world.tenantID(of: kept) { return nil }
        return ended(
            .refused,
            .outsideSession,
            "this session acts in \(kept.name) only, not in \(asked.name)",
            changes: [.init("start a session for it", "lanyard exec -t \(ShellWord.quoted(asked.name)) -- CMD")]
        )
    }

    func cloudName(_ host: String) -> String { world.clouds.entry(host).map { "cloud \($0.name)" } ?? host }
}
