import LanyardCore

extension Service {
    /// Goes on with a sign-in until something is to be asked, or sends the answer.
    mutating func finish(_ step: SignInStep) -> Reply {
        exchange.log.account = step.signIn.user
        let target = target(of: step.order)
        let user: User
        let tenant: Tenant
        do throws(ServiceError) {
            (user, tenant) = try admit(step.signIn.user, step.authority, step.order.client)
        } catch  where error.number == 90038 && step.order.parameters.isOn("instance_aware") {
            return answerFromOtherCloud(step)
        } catch {
            if step.isSilent { return answer(target, error: interactive(error), step.authority) }
            return errorPage(error)
        }
        exchange.log.tenant = tenant.id
        var step = step
        if let reply = askForMore(&step, user, tenant) { return reply }
        if let reply = askForConsent(step, user, tenant) { return reply }
        return complete(step, user, tenant)
    }

    /// The person and the directory, where the authority lets the person in.
    func admit(_ name: String, _ authority: Authority, _ client: Client) throws(ServiceError) -> (User, Tenant) {
        guard let user = world.user(name), let home = world.tenant(id: user.home.tenant) else {
            throw ServiceError(50034, name)
        }
        try checkState(user)
        if user.isPersonal, !client.allowsPersonalAccounts { throw ServiceError(9002332) }
        let isOtherCloud = home.cloud != authority.cloud.name && home.kind == .entra && authority.kind == .entra
        guard !isOtherCloud else { throw ServiceError(90038, home.id) }
        switch authority.audience {
        case .organizations where user.isPersonal: throw ServiceError(50020, name)
        case .organizations, .common:
            guard home.kind == .entra else { throw ServiceError(50034, name) }
            return (user, home)
        case .tenant:
            guard let tenant = authority.tenant else { throw ServiceError(50059) }
            guard authority.kind != .oidc else { return (user, home) }
            guard let membership = user.membership(in: tenant.id) else { throw ServiceError(50020, name) }
            guard membership.isRedeemed else { throw ServiceError(50014, name) }
            return (user, tenant)
        }
    }

    /// On the redirect, what a token endpoint calls an invalid grant is a need for a page.
    func interactive(_ error: ServiceError) -> ServiceError {
        guard error.error == "invalid_grant" else { return error }
        return error.with { $0.error = $0.number == 65001 ? "consent_required" : "interaction_required" }
    }

    /// Second factor, device, a fresh sign-in: what the directory's rules or the claims demand.
    private mutating func askForMore(_ step: inout SignInStep, _ user: User, _ tenant: Tenant) -> Reply? {
        if let machine = step.machine, machine.hasMFA, needsMFA(step, user, tenant) {
            step.signIn.methods = ["pwd", "mfa"]
            step.signIn.contexts = step.order.claims.contexts
        }
        var problem = policyError(facts(step, user, tenant), tenant)
        let lacksContext = !Set(step.order.claims.contexts).isSubset(of: step.signIn.contexts)
        let wantsProof = step.order.claims.namesPolicy && !step.signIn.hasMFA
        if problem == nil, lacksContext || wantsProof { problem = ServiceError(50076, step.order.client.id) }
        guard let problem else { return nil }
        if step.isSilent { return answer(target(of: step.order), error: interactive(problem), step.authority) }
        if step.machine != nil { return errorPage(problem) }
        exchange.log.error = problem.number
        guard let ticket = try? sealer.seal(step.signIn, purpose: "ticket") else { return errorPage(problem) }
        switch problem.number {
        case 50076, 50079: return page(Page.secondFactor(ticket: ticket), step.authority, step.order)
        case 53000:
            return page(Page.device(ticket: ticket, text: problem.description(stamp)), step.authority, step.order)
        case 70043: return page(Page.password(name: user.name, problem: nil), step.authority, step.order)
        default: return errorPage(problem)
        }
    }

    private func needsMFA(_ step: SignInStep, _ user: User, _ tenant: Tenant) -> Bool {
        if step.order.claims.namesPolicy || !step.order.claims.contexts.isEmpty { return true }
        return rules(of: tenant).contains { $0.demand == .mfa }
    }

    private func facts(_ step: SignInStep, _ user: User, _ tenant: Tenant) -> PolicyFacts {
        PolicyFacts(
            user: user,
            client: step.order.client,
            resource: step.order.scope.parts.first?.resource ?? world.graph,
            flow: "authorize",
            signIn: step.signIn,
            now: now
        )
    }

    private mutating func askForConsent(_ step: SignInStep, _ user: User, _ tenant: Tenant) -> Reply? {
        let missing = missingConsents(step.order.scope, user, tenant, step.order.client)
        if let admin = missing.first(where: { $0.consent == .admin }) {
            let error = ServiceError(90094, admin.displayName)
            return answer(target(of: step.order), error: error, step.authority)
        }
        let isAsked = !missing.isEmpty || step.order.prompt == "consent"
        guard isAsked, !step.hasConsented else { return nil }
        if step.isSilent {
            let error = interactive(ServiceError(65001, step.order.client.id))
            return answer(target(of: step.order), error: error, step.authority)
        }
        if let machine = step.machine {
            guard machine.consents else {
                return answer(target(of: step.order), error: ServiceError(65004), step.authority)
            }
            return nil
        }
        guard let ticket = try? sealer.seal(step.signIn, purpose: "ticket") else { return nil }
        let asked = step.order.scope.parts.flatMap(\.literals)
        return page(Page.consent(asked, user: user.displayName, ticket: ticket), step.authority, step.order)
    }

    private mutating func complete(_ step: SignInStep, _ user: User, _ tenant: Tenant) -> Reply {
        grantConsents(step.order.scope, user, tenant, step.order.client)
        var session = step.session
        session.signIns.removeAll { $0.user == user.name }
        session.signIns.append(step.signIn)
        var headers: [HTTPField] = []
        if let cookie = try? sealer.seal(session, purpose: BrowserSession.purpose) {
            let attributes = "; Path=/; Secure; HttpOnly; SameSite=None"
            headers = [HTTPField("Set-Cookie", "\(BrowserSession.cookie)=\(cookie)\(attributes)")]
        }
        do throws(ServiceError) {
            let items = try answerItems(step, user, tenant)
            return deliver(items, to: target(of: step.order), headers: headers)
        } catch {
            return answer(target(of: step.order), error: error, step.authority)
        }
    }

    /// Somebody of another cloud: the code is to be redeemed there.
    private mutating func answerFromOtherCloud(_ step: SignInStep) -> Reply {
        guard let user = world.user(step.signIn.user), let home = world.tenant(id: user.home.tenant),
            let cloud = Cloud.all.first(where: { $0.name == home.cloud })
        else { return errorPage(ServiceError(50034, step.signIn.user)) }
        do throws(ServiceError) {
            var items = try answerItems(step, user, home)
            items.append(("cloud_instance_name", cloud.instanceName))
            items.append(("cloud_instance_host_name", cloud.network))
            items.append(("cloud_graph_host_name", "graph.windows.net"))
            items.append(("msgraph_host", cloud.graphHosts.first ?? "graph.microsoft.com"))
            return deliver(items, to: target(of: step.order))
        } catch { return errorPage(error) }
    }
}
