import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// Chooses the account of a command by the rules of the selection layer, once.
struct AccountChooser {
    let work: Work

    /// The account, or the failure that the verdict is.
    func choose(_ need: Need) async throws -> Choice {
        var outcome = try await judge(need)
        if outcome.verdict.question == .approvePin, work.canAsk,
            try await PinQuestion.ask(work.cli, outcome.people.accounts)
        {
            outcome = try await judge(need)
        }
        let people = outcome.people
        var verdict = outcome.verdict
        if verdict.question == .pickAccount, work.canAsk,
            let picked = try AccountPicker(work.cli).pick(verdict.eligible)
        {
            verdict = verdict.picking(picked.identity) ?? verdict
        }
        if work.call[GlobalOptions.why] { work.printer.explain(verdict.longDescription) }
        if let failure = verdict.failure { throw failure }
        guard let identity = verdict.account?.identity, let account = people.account(of: identity)
        else { throw LanyardError(.internalFault, "the verdict names an account that is not there") }
        if work.printer.verbosity > 0 { work.printer.note(verdict.description) }
        return Choice(account: account, tenant: try tenant(for: account, people, verdict), verdict: verdict)
    }

    /// The verdict alone; with `asksForTenants` the authority may be asked to which tenant a domain belongs.
    func judge(_ need: Need, asksForTenants: Bool = true) async throws -> AccountSelection.Outcome {
        let settings = work.settings
        let directory = work.cli.directory()
        let request = SelectionRequest(
            selectors: try settings.accountSelectors(),
            tenant: try settings.resolve(.tenant).value.map { text throws(LanyardError) in try RequestedTenant(text) },
            target: need.target,
            cloud: try requestedHost(),
            context: directory.map { SelectionContext(directory: $0) } ?? .unknown,
            isStrict: try settings.resolve(.selection).value == "strict",
            isInteractive: work.canAsk,
            now: work.cli.now()
        )
        return try await work.service.select(
            request,
            defaultAccount: try settings.resolve(.defaultAccount).value,
            asksForTenants: asksForTenants
        )
    }

    /// The authority host that somebody asked for, not the default one.
    private func requestedHost() throws(LanyardError) -> String? {
        if let host = try LibraryConfiguration.customHost(work.settings) { return host }
        let cloud = try work.settings.resolve(.cloud)
        guard cloud.origin != .builtIn, let name = cloud.value else { return nil }
        return Cloud.named(name)?.host
    }

    /// The tenant asked for; else the one of the session, or of the pin or rule that chose; else the default tenant, which goes with
    /// the default account alone.
    private func tenant(for account: Account, _ people: AccountList, _ verdict: Verdict) throws -> TenantName? {
        if let tenant = try work.tenant() { return tenant }
        if verdict.request.isInSession || [.pin, .binding].contains(verdict.reason), let name = verdict.tenant {
            return try TenantName(name)
        }
        guard try work.defaultAccount(in: people)?.key == account.key else { return nil }
        return try work.settings.resolve(.defaultTenant).value.map { text throws(LanyardError) in try TenantName(text) }
    }
}
