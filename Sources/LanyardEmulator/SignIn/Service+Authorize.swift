import LanyardCore

extension Service {
    /// `authorize`: asks the person, or answers at once.
    mutating func authorize(_ request: Request, _ authority: Authority) -> Reply {
        let parameters = request.method == "POST" ? request.form : request.queryParameters
        do throws(ServiceError) {
            let (client, target) = try redirectTarget(parameters, authority)
            do throws(ServiceError) {
                let order = try readOrder(parameters, client, target)
                return begin(request, authority, order)
            } catch {
                return answer(target, error: error, authority)
            }
        } catch {
            return errorPage(error)
        }
    }

    /// A page that shows an error where nothing may be sent to the redirect URI.
    mutating func errorPage(_ error: ServiceError) -> Reply {
        exchange.log.error = error.number
        exchange.log.oauthError = error.error
        let text = error.description(stamp)
        return .html(
            Page.message("Sign-in failed", text),
            status: error.status == 401 ? 400 : error.status,
            headers: Page.headers
        )
    }

    private mutating func begin(_ request: Request, _ authority: Authority, _ order: AuthorizeOrder) -> Reply {
        if let machine = MachinePath(request) { return machineSignIn(machine, authority, order) }
        let session = browserSession(request)
        let candidates = session.signIns.filter { isWanted($0, order) }
        let target = target(of: order)
        if order.prompt == "none" {
            guard candidates.count < 2 else { return answer(target, error: ServiceError(16000), authority) }
            guard let only = candidates.first else {
                let number = authority.policy == nil ? 50058 : 90_090_077
                return answer(target, error: ServiceError(number), authority)
            }
            return finish(
                SignInStep(authority: authority, order: order, signIn: only, session: session, isSilent: true)
            )
        }
        if ["", "consent"].contains(order.prompt), candidates.count == 1, let only = candidates.first {
            return finish(SignInStep(authority: authority, order: order, signIn: only, session: session))
        }
        if let hint = order.loginHint, order.prompt != "select_account" {
            return page(Page.password(name: hintedName(hint), problem: nil), authority, order)
        }
        return page(Page.accounts(listed(authority), signedIn: session.signIns.map(\.user)), authority, order)
    }

    private func isWanted(_ signIn: SignIn, _ order: AuthorizeOrder) -> Bool {
        if let sid = order.parameters["sid"] { return signIn.session == sid }
        guard let hint = order.loginHint else { return true }
        return signIn.user == hintedName(hint).lowercased()
    }

    /// A login hint is a name, or the opaque `login_hint` claim.
    func hintedName(_ hint: String) -> String {
        guard hint.hasPrefix("O."), let bytes = Base64URL.decode(String(hint.dropFirst(2))) else { return hint }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// People that the page offers: those whom the authority lets in.
    func listed(_ authority: Authority) -> [User] {
        world.users.filter { user in
            switch authority.audience {
            case .tenant:
                authority.tenant.map { user.membership(in: $0.id) != nil } ?? false
            case .organizations: !user.isPersonal && world.tenant(id: user.home.tenant)?.kind == .entra
            case .common: world.tenant(id: user.home.tenant)?.kind == .entra
            }
        }
    }

    /// Everyone who is signed in in the browser that sent the request and was not revoked since.
    func browserSession(_ request: Request) -> BrowserSession {
        guard let cookie = request.cookie(BrowserSession.cookie) else { return BrowserSession() }
        let purpose = BrowserSession.purpose
        guard var session = sealer.open(cookie, as: BrowserSession.self, purpose: purpose) else {
            return BrowserSession()
        }
        session.signIns.removeAll { world.user($0.user) == nil || $0.epoch < state.epochs[$0.user] ?? 0 }
        return session
    }

    func target(of order: AuthorizeOrder) -> RedirectTarget {
        RedirectTarget(uri: order.redirectURI, mode: order.responseMode, state: order.state)
    }

    /// A page of the sign-in, with the request carried along.
    func page(_ content: Page, _ authority: Authority, _ order: AuthorizeOrder, headers: [HTTPField] = []) -> Reply {
        let action = "\(authority.base)/\(authority.segment)/login"
        let hidden = HTML.hidden("ctx", order.text)
        let text = content.render(
            action: action,
            hidden: hidden,
            app: order.client.displayName,
            isB2C: authority.policy != nil
        )
        return .html(text, headers: Page.headers + headers)
    }

    /// Sends an error to the redirect URI.
    mutating func answer(_ target: RedirectTarget, error: ServiceError, _ authority: Authority) -> Reply {
        exchange.log.error = error.number
        exchange.log.oauthError = error.error
        var items = [("error", error.error), ("error_description", error.description(stamp))]
        if error.hasURI { items.append(("error_uri", "\(stamp.base)/error?code=\(error.number)")) }
        if let subcode = error.subcode { items.append(("error_subcode", subcode)) }
        if let claims = error.claims { items.append(("claims", claims)) }
        if let state = target.state { items.append(("state", state)) }
        return deliver(items, to: target)
    }

    /// Sends items to the redirect URI in the mode that was asked for.
    func deliver(_ items: [(String, String)], to target: RedirectTarget, headers: [HTTPField] = []) -> Reply {
        switch target.mode {
        case "form_post":
            let nonce = random.token(bytes: 12)
            let page = Page.autoSubmit(items, to: target.uri, nonce: nonce)
            return .html(page, headers: Page.headers(scriptNonce: nonce) + Service.noStore + headers)
        case "fragment":
            return .redirect(RedirectRule.withPath(target.uri) + "#" + FormURLEncoding.encode(items), headers: headers)
        default:
            let uri = RedirectRule.withPath(target.uri)
            return .redirect(uri + (uri.contains("?") ? "&" : "?") + FormURLEncoding.encode(items), headers: headers)
        }
    }
}
