import LanyardCore

extension Service {
    /// Ends the browser's session; refresh tokens live on.
    mutating func logout(_ request: Request) -> Reply {
        let parameters = request.method == "POST" ? request.form : request.queryParameters
        var session = browserSession(request)
        if let hint = parameters["logout_hint"] {
            let name = hintedName(hint).lowercased()
            exchange.log.account = name
            session.signIns.removeAll { $0.user == name }
        } else {
            session.signIns = []
        }
        let attributes = "; Path=/; Secure; HttpOnly; SameSite=None"
        var cookie = HTTPField("Set-Cookie", "\(BrowserSession.cookie)=\(attributes); Max-Age=0")
        if !session.signIns.isEmpty, let text = try? sealer.seal(session, purpose: BrowserSession.purpose) {
            cookie = HTTPField("Set-Cookie", "\(BrowserSession.cookie)=\(text)\(attributes)")
        }
        guard let uri = parameters["post_logout_redirect_uri"], isRegistered(uri, parameters["client_id"]) else {
            return .html(
                Page.message("You signed out", "You signed out of your account."),
                headers: Page.headers + [cookie]
            )
        }
        var target = uri
        if let state = parameters["state"] {
            target = RedirectRule.withPath(uri)
            target += (target.contains("?") ? "&" : "?") + FormURLEncoding.encode([("state", state)])
        }
        return .redirect(target, headers: [cookie])
    }

    private func isRegistered(_ uri: String, _ clientID: String?) -> Bool {
        world.clients.contains { client in
            guard clientID == nil || client.id == clientID?.lowercased() else { return false }
            return client.postLogoutRedirectURIs.contains { RedirectRule.admits(uri, registered: $0) }
        }
    }

    /// An administrator's consent for everybody, granted at once: there is nobody to ask.
    mutating func adminConsent(_ request: Request, _ authority: Authority) -> Reply {
        let parameters = request.queryParameters
        do throws(ServiceError) {
            let (client, target) = try redirectTarget(parameters, authority)
            guard let machine = MachinePath(request), let user = world.user(machine.user) else {
                throw ServiceError(error: "access_denied", text: "Admin consent works by the machine path only.")
            }
            var items: [(String, String)] = []
            if machine.consents {
                let tenant = authority.tenant ?? world.tenant(id: user.home.tenant)
                if let scope = parameters["scope"], let tenant {
                    let asked = try ScopeRequest(scope, world: world, client: client, own: exchange.ownScopes)
                    for member in world.users where member.membership(in: tenant.id) != nil {
                        grantConsents(asked, member, tenant, client)
                    }
                    items.append(("scope", scope))
                }
                items += [("admin_consent", "True"), ("tenant", tenant?.id ?? "")]
            } else {
                let error = ServiceError(65004)
                items += [
                    ("error", "access_denied"), ("error_subcode", "cancel"),
                    ("error_description", error.description(stamp)),
                ]
            }
            if let state = target.state { items.append(("state", state)) }
            return deliver(items, to: target)
        } catch { return errorPage(error) }
    }
}
