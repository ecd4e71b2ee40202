import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard token` and `lanyard header`.
enum TokenCommand {
    static let claims = OptionKey<String?>.text(
        "--claims",
        name: "JSON",
        help: "A claims challenge, as the service sent it"
    )
    private static let forceRefresh = OptionKey<Bool>.flag("--force-refresh", help: "Fetch a new token in any case")
    private static let lifetime = OptionKey<Duration?>.value(
        "--min-lifetime",
        name: "DURATION",
        help: "How long the token must live at least; 5m unless given",
        convert: DurationText.option
    )
    private static let interactive = OptionKey<Bool>.flag("--interactive", help: "Sign in where that is needed")

    private static let options = OptionGroup([
        ScopeOptions.scopes.option, ScopeOptions.resource.option, claims.option, forceRefresh.option, lifetime.option,
        interactive.option,
    ])

    static func make(_ cli: CLI) -> Command {
        Command(
            "token",
            "Print an access token for the chosen account and tenant",
            section: Section.tokens,
            discussion: """
                The token is the only thing on standard output. It comes from the cache while it lives, else from the account's \
                sign-in; nobody is asked unless --interactive is given.
                """,
            groups: [options, SelectionOptions.group],
            examples: [
                Example("lanyard token --scope User.Read", "For Microsoft Graph, as the account that fits."),
                Example(
                    "lanyard token -a alice@contoso.com -t fabrikam.com -r https://management.azure.com",
                    "Alice's token as a guest of Fabrikam."
                ),
            ],
            action: .waiting { call in
                let use = try await acquire(cli, call)
                let (result, printer) = (use.result, use.work.printer)
                switch printer.format {
                case .text: try printer.output(secret: result.accessToken)
                case .json:
                    try printer.output(TokenReport.json(result).serialized(pretty: cli.console.isTerminal(.output)))
                case .tsv: try printer.output(Table.tabbed(TokenReport.row(result)))
                }
                await use.remember()
                return 0
            }
        )
    }

    static func makeHeader(_ cli: CLI) -> Command {
        Command(
            "header",
            "Print the Authorization header for 'curl -H @-'",
            section: Section.tokens,
            groups: [options, SelectionOptions.group],
            examples: [
                Example(
                    "lanyard header -s User.Read | curl -H @- https://graph.microsoft.com/v1.0/me",
                    "The token never appears among curl's arguments."
                )
            ],
            action: .waiting { call in
                let use = try await acquire(cli, call)
                let (result, printer) = (use.result, use.work.printer)
                if printer.format == .json {
                    let value = "\(result.tokenType) \(result.accessToken.reveal())"
                    try printer.output(JSONValue.object(["Authorization": .string(value)]).serialized())
                } else {
                    try printer.output(secret: result.accessToken, prefix: "Authorization: \(result.tokenType) ")
                }
                await use.remember()
                return 0
            }
        )
    }

    private static func acquire(_ cli: CLI, _ call: Invocation) async throws -> TokenUse {
        let work = try Work(cli, call)
        let scopes = try ScopeOptions.read(call, work.settings)
        if call[interactive] { return try await InteractiveToken(work: work, scopes: scopes).acquire() }
        let choice = try await AccountChooser(work: work).choose(Need(scopes: scopes.values))
        let request = SilentRequest(
            account: choice.account,
            scopes: scopes,
            tenant: choice.tenant,
            authority: try authority(of: choice, work),
            claims: call[claims],
            forceRefresh: call[forceRefresh],
            minimumLifetime: call[lifetime]?.components.seconds ?? 300
        )
        return try await TokenUse.get(work, choice) { try await work.service.acquireTokenSilent(request) }
    }

    /// The account's own cloud, where the settings name another.
    static func authority(of choice: Choice, _ work: Work) throws -> Authority? {
        let configured = try LibraryConfiguration.authority(work.settings)
        guard configured.environment != choice.account.key.environment else { return nil }
        return try Authority(host: choice.account.key.environment, tenant: choice.tenant ?? .organizations)
    }
}
