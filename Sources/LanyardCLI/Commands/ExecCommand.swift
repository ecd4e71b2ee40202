import CommandLineKit
import Glibc
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard exec`.
enum ExecCommand {
    /// Lanyard failed before the command began.
    static let ownFailure: Int32 = 125

    private static let words = ArgumentKey<[String]>.commandLine("COMMAND", help: "The command and its arguments")

    static func make(_ cli: CLI) -> Command {
        Command(
            "exec",
            "Run a command as one account",
            section: Section.selection,
            discussion: """
                Chooses the account as 'lanyard token' does and runs the command with LANYARD_ACCOUNT, and LANYARD_TENANT where a \
                tenant was chosen. Inside, no other account exists: flags, variables and pins are refused where they name one. That guards \
                against mistakes, not against hostile programs of the same user. The exit code is the command's own; 125 where Lanyard fails before it begins, 126 where the command \
                cannot be run, 127 where it is not found.
                """,
            groups: [OptionGroup([ScopeOptions.scopes.option]), SelectionOptions.group],
            arguments: [words.argument],
            examples: [
                Example(
                    "lanyard exec -a alice@contoso.com -- terraform plan",
                    "Everything that it starts acts as Alice."
                )
            ],
            action: .waiting { call in
                let work = try Work(cli, call)
                let scopes = try ScopeSet.sameOrSeveral(call[ScopeOptions.scopes])
                let choice = try await AccountChooser(work: work).choose(Need(scopes: Array(scopes.prefix(1))))
                var variables = try environment(choice, work)
                let session = ExecSession(
                    accounts: [choice.account.identity],
                    audiences: scopes.map { ScopeSet.resource(of: $0) },
                    tenant: try choice.tenant.map { name throws(LanyardError) in try RequestedTenant(name.pathSegment) }
                )
                variables[ExecSessions.variable] = try ExecSessions(Paths(cli.environment).directories).begin(session)
                let command = ForeignCommand(words: call[words], environment: variables)
                let number = cli.become(command)
                let reason = String(cString: strerror(number))
                work.printer.say("lanyard: \(command.words.first ?? "") cannot be run: \(reason)")
                return number == ENOENT ? 127 : 126
            }
        )
    }

    /// Ours with the choice made fast; what led to it is taken out, so that nothing inside is chosen by it again.
    private static func environment(_ choice: Choice, _ work: Work) throws -> [String: String] {
        var variables = work.cli.environment.all
        variables["LANYARD_ACCOUNT"] = choice.account.homeAccountID.rawValue
        variables["LANYARD_TENANT"] = choice.tenant?.pathSegment
        variables["LANYARD_PROFILE"] = nil
        let clientID = try work.settings.resolve(.clientID)
        if clientID.origin != .builtIn { variables["LANYARD_CLIENT_ID"] = clientID.value }
        let cloud = try work.settings.resolve(.cloud)
        if cloud.origin != .builtIn { variables["LANYARD_CLOUD"] = cloud.value }
        return variables
    }
}

extension ScopeSet {
    /// Scopes that may be of several resources, each checked; the scopes of sign-in itself limit nothing.
    fileprivate static func sameOrSeveral(_ scopes: [String]) throws(LanyardError) -> [String] {
        for scope in scopes { _ = try ScopeSet([scope]) }
        return scopes.filter { !isOpenID($0) }
    }
}
