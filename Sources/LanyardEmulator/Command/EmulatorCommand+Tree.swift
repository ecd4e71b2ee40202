import CommandLineKit
import LanyardCore
import LanyardHTTP

extension EmulatorCommand {
    static let state = OptionKey<String?>.text(
        "--state",
        name: "DIR",
        help: "The emulator's folder: certificates, state, request log",
        hint: .directory,
        environment: "LANYARD_EMULATOR_STATE"
    )

    static let root = Command(
        "lanyard-emulator",
        "A local Microsoft identity platform for tests and demos",
        discussion: """
            It answers on this machine only, with throw-away keys, in place of Microsoft's sign-in service, Graph and Azure \
            Resource Manager: several directories with guests and policies, sign-in pages, device codes, refresh tokens.

            The password of every built-in person is \(World.standardPassword).
            """,
        groups: [OptionGroup("Global options", isInherited: true, [state.option])],
        examples: [
            Example("lanyard-emulator serve", "Runs it; the line it prints says where."),
            Example("eval \"$(lanyard-emulator env msal-python --via proxy)\"", "Points a client at it."),
        ],
        subcommands: [
            ServeCommand.command, EnvironmentCommand.command, WorldCommand.command,
            BrowserCommand.command, ApproveCommand.command,
            ClockCommand.command, FaultCommand.command, RevokeCommand.command, PolicyCommand.command,
            StrictCommand.command, KeysCommand.command, RequestsCommand.command,
            Command(
                "version",
                "Print the version",
                section: "Other",
                action: .immediate { _ in
                    Output.result("lanyard-emulator \(version)")
                    return 0
                }
            ),
        ]
    )

    /// The folder that the command line or the environment names.
    static func folder(_ invocation: Invocation) -> StateFolder {
        StateFolder(option: invocation[state], environment: Environment.all)
    }

    /// Sends a control command to the running emulator.
    static func control(_ invocation: Invocation, _ order: JSONValue) async throws -> JSONValue {
        let running = try RunningEmulator.load(from: folder(invocation))
        let client = ControlClient(running: running, transport: SoupTransport(version: version))
        return try await client.send(order)
    }
}
