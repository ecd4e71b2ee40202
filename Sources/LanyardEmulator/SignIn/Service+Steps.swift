import LanyardCore

/// Where a sign-in stands.
struct SignInStep: Sendable {
    var authority: Authority
    var order: AuthorizeOrder
    var signIn: SignIn
    var session: BrowserSession
    /// Nothing may be shown.
    var isSilent = false
    /// The person was asked for consent and gave it.
    var hasConsented = false
    /// A test stands in for the person.
    var machine: MachinePath?
}

extension Service {
    /// A step's form came back.
    mutating func signInStep(_ request: Request, _ authority: Authority) -> Reply {
        guard request.method == "POST" else { return errorPage(ServiceError(900561, request.method)) }
        let form = request.form
        let parameters = Parameters(form["ctx"] ?? "")
        let order: AuthorizeOrder
        do throws(ServiceError) {
            let (client, target) = try redirectTarget(parameters, authority)
            order = try readOrder(parameters, client, target)
        } catch { return errorPage(error) }
        let session = browserSession(request)
        if form["cancel"] != nil { return answer(target(of: order), error: cancelled(authority), authority) }
        if form["forgot"] != nil { return answer(target(of: order), error: ServiceError(90_090_118), authority) }
        if let ticket = form["ticket"], var signIn = sealer.open(ticket, as: SignIn.self, purpose: "ticket") {
            var step = SignInStep(authority: authority, order: order, signIn: signIn, session: session)
            switch form["step"] {
            case "mfa":
                signIn.methods = ["pwd", "mfa"]
                signIn.contexts = order.claims.contexts
            case "device": signIn.device = true
            case "consent":
                guard form["decline"] == nil else {
                    return answer(target(of: order), error: ServiceError(65004), authority)
                }
                step.hasConsented = true
            default: break
            }
            step.signIn = signIn
            return finish(step)
        }
        let name = form["user"] ?? form["other"] ?? ""
        if form["step"] == "pick" {
            let known = session.signIns.first { $0.user == name.lowercased() }
            if let known, order.prompt != "login" {
                return finish(SignInStep(authority: authority, order: order, signIn: known, session: session))
            }
            return page(Page.password(name: name, problem: nil), authority, order)
        }
        do throws(ServiceError) {
            let signIn = try authenticate(name, form["password"] ?? "")
            return finish(SignInStep(authority: authority, order: order, signIn: signIn, session: session))
        } catch {
            exchange.log.error = error.number
            return page(Page.password(name: name, problem: error.description(stamp)), authority, order)
        }
    }

    func cancelled(_ authority: Authority) -> ServiceError {
        guard authority.policy == nil else { return ServiceError(90_090_091) }
        return ServiceError(error: "access_denied", text: "the user canceled the authentication").with {
            $0.subcode = "cancel"
        }
    }

    /// Checks name and password.
    func authenticate(_ name: String, _ password: String) throws(ServiceError) -> SignIn {
        guard let user = world.user(name) else { throw ServiceError(50034, name) }
        guard user.password == password else { throw ServiceError(50126) }
        try checkState(user)
        return newSignIn(user)
    }

    func checkState(_ user: User) throws(ServiceError) {
        switch user.state {
        case .disabled: throw ServiceError(50057)
        case .passwordExpired: throw ServiceError(50055)
        case .locked: throw ServiceError(50053)
        case .active, .federated: return
        }
    }

    func newSignIn(_ user: User) -> SignIn {
        SignIn(user: user.name, time: now, epoch: state.epochs[user.name] ?? 0, session: random.guid())
    }

    /// The whole sign-in at once, for a test.
    mutating func machineSignIn(_ machine: MachinePath, _ authority: Authority, _ order: AuthorizeOrder) -> Reply {
        if machine.cancels { return answer(target(of: order), error: cancelled(authority), authority) }
        if machine.forgets { return answer(target(of: order), error: ServiceError(90_090_118), authority) }
        guard let user = world.user(machine.user) else { return errorPage(ServiceError(50034, machine.user)) }
        do throws(ServiceError) { try checkState(user) } catch { return errorPage(error) }
        var signIn = newSignIn(user)
        signIn.device = machine.hasDevice
        return finish(
            SignInStep(
                authority: authority,
                order: order,
                signIn: signIn,
                session: BrowserSession(),
                hasConsented: false,
                machine: machine
            )
        )
    }
}
