package import LanyardCore
package import LanyardSelection

/// Chooses the account of a request with all evidence that there is, and remembers what became of it.
///
/// A file is read only where it can matter: for a kept token of the only account neither memberships nor history are.
package struct AccountSelection: Sendable {
    /// A verdict and the accounts that it was made among.
    package struct Outcome: Sendable {
        package var verdict: Verdict
        package var people: AccountList
        /// The history, where it was read.
        package var history: History?

        package init(verdict: Verdict, people: AccountList, history: History? = nil) {
            self.verdict = verdict
            self.people = people
            self.history = history
        }
    }

    let people: AccountList
    let domains: [String: String]
    let evidence: EvidenceFiles
    let sessions: ExecSessions
    let warn: @Sendable (String) -> Void

    package init(
        people: AccountList,
        domains: [String: String],
        evidence: EvidenceFiles,
        sessions: ExecSessions,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.people = people
        self.domains = domains
        self.evidence = evidence
        self.sessions = sessions
        self.warn = warn
    }

    package init(
        accounts: [Account],
        domains: [String: String],
        evidence: EvidenceFiles,
        sessions: ExecSessions,
        warn: @escaping @Sendable (String) -> Void
    ) {
        let people = AccountList(accounts)
        self.init(people: people, domains: domains, evidence: evidence, sessions: sessions, warn: warn)
    }

    /// The verdict for a request, completed with pins of its directory and the session of the process.
    ///
    /// `tenantID` asks the authority to which tenant a domain belongs; without it nobody is asked.
    package func select(
        _ request: SelectionRequest,
        defaultAccount: String? = nil,
        sessionName: String? = nil,
        tenantID: (@Sendable (String) async throws -> String?)? = nil,
        watch: (@Sendable (SelectionEvent) -> Void)? = nil
    ) async throws -> Outcome {
        var request = request
        let approvals: Approvals = try evidence.read()
        if let directory = request.context.directory, request.context.pins.isEmpty {
            request.context.pins = PinFiles().pins(from: directory, approvals: approvals)
        }
        refineTarget(&request)
        if request.session == nil { request.session = try sessions.current(named: sessionName) }
        var world = SelectionWorld(
            people: people,
            defaultAccount: defaultAccount.flatMap { try? AccountNames.resolve($0, in: people).identity },
            bindings: try evidence.read(),
            domains: domains,
            clouds: request.cloud.map { CloudTable.builtIn.adding(authorityHost: $0) } ?? .builtIn,
            pinsExist: !approvals.entries.isEmpty || !request.context.pins.isEmpty
        )
        if concernsMembership(request, world) { world.memberships = try evidence.read() }
        let reading = HistoryReading(evidence: evidence, context: request.context)
        var verdict = try Selector.select(request, in: world, history: reading.read)
        if let tenantID, let domain = openDomain(verdict), let id = try await resolve(domain, tenantID) {
            world.domains[domain] = id
            verdict = try Selector.select(request, in: world, history: reading.read)
        }
        if let watch { verdict = try Selector.select(request, in: world, watch: watch, history: reading.read) }
        return Outcome(verdict: verdict, people: people, history: reading.known?.history)
    }

    /// Where only Azure DevOps is asked for and not which organisation, the remotes of the directory tell.
    ///
    /// The audience stays the one asked for: a repository never says what a token is for.
    private func refineTarget(_ request: inout SelectionRequest) {
        guard people.count > 1, let target = request.target.target, target.kind == .azureDevOps,
            target.organization == nil, let directory = request.context.directory,
            let remote = Repository.remoteTarget(of: directory), remote.kind == target.kind
        else { return }
        var refined = remote
        refined.audience = target.audience
        refined.cloud = target.cloud
        request.target = .target(refined)
    }

    /// Whether anybody's membership of a tenant can be asked for: by the request, its session, a pin or a rule.
    private func concernsMembership(_ request: SelectionRequest, _ world: SelectionWorld) -> Bool {
        request.tenant != nil || request.session != nil || !request.context.pins.isEmpty
            || !world.bindings.rules.isEmpty
    }

    /// The domain whose tenant nobody knows and that could change the verdict.
    ///
    /// The only account is tried wherever it is asked for, and whoever is named is honoured: both work without a network.
    private func openDomain(_ verdict: Verdict) -> String? {
        let tenantMatters: [Reason] = [
            .ambiguous, .ambiguousSelector, .binding, .defaultAccount, .membershipUnverified, .noCandidate,
            .onlyAccount,
            .onlyMember, .outsideSession, .pin, .score,
        ]
        guard people.count > 1 || verdict.reason == .outsideSession, verdict.request.tenantID == nil,
            tenantMatters.contains(verdict.reason),
            let name = verdict.request.tenant, case .domain(let domain)? = try? RequestedTenant(name)
        else { return nil }
        return domain
    }

    private func resolve(_ domain: String, _ tenantID: @Sendable (String) async throws -> String?) async throws
        -> String?
    {
        do {
            return try await tenantID(domain)
        } catch let error as LanyardError where Self.outages.contains(error.code) {
            warn("the tenant of \(domain) could not be looked up: \(error.message)")
            return nil
        }
    }

    private static let outages: [LanyardError.Code] = [
        .network, .serverUnavailable, .throttled, .malformedReply, .untrustedServer,
    ]
}

/// The history of one choice, read once and only where it can have a say.
private final class HistoryReading {
    private let evidence: EvidenceFiles
    private let context: SelectionContext
    private(set) var known: KeptHistory?

    init(evidence: EvidenceFiles, context: SelectionContext) {
        self.evidence = evidence
        self.context = context
    }

    func read() throws -> KeptHistory {
        if let known { return known }
        let root = context.root ?? context.directory.map(Repository.root(of:))
        let read = KeptHistory(try evidence.read(), root: root)
        known = read
        return read
    }
}
