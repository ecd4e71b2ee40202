import CommandLineKit
import LanyardCore

/// `serve`: runs the emulator in the foreground.
enum ServeCommand {
    enum Mode: String, CaseIterable, Sendable { case entra, strict, lenient }

    private static let world = OptionKey<String?>.text(
        "--world",
        name: "FILE",
        help: "Directories, people, apps and APIs; see 'world'",
        hint: .file
    )
    private static let port = number("--port", "The port of the sign-in service; 0 for a free one (default 8443)")
    private static let proxyPort = number("--proxy-port", "The port of the proxy; 0 for a free one (default 8080)")
    private static let mode = OptionKey<Mode?>.choice(
        "--mode",
        name: "MODE",
        help: "As the service is, stricter, or more lenient",
        of: Mode.self
    )

    private static let printEnv = OptionKey<Bool>.flag(
        "--print-env",
        help: "Say on standard error what to export for each client; see 'env'"
    )

    private static func number(_ name: String, _ help: String) -> OptionKey<Int?> {
        .value(name, name: "N", help: help) { text throws(ValueProblem) in
            guard let port = Int(text), (0...65535).contains(port) else {
                throw ValueProblem("takes a port number from 0 to 65535")
            }
            return port
        }
    }

    static let command = Command(
        "serve",
        "Run the emulator until it is told to end",
        section: "Running",
        groups: [OptionGroup([world.option, port.option, proxyPort.option, mode.option, printEnv.option])],
        action: .waiting(run)
    )

    private static func run(_ invocation: Invocation) async throws -> Int32 {
        let folder = EmulatorCommand.folder(invocation)
        let plan = Emulator.Plan(
            folder: folder,
            world: try readWorld(invocation[world]),
            port: invocation[port] ?? 8443,
            proxyPort: invocation[proxyPort] ?? 8080,
            mode: invocation[mode]?.rawValue
        )
        // Watched before the line goes out: whoever reads it may end us at once.
        let end = await EndSignal()
        let emulator = try await Emulator(plan)
        Output.result(emulator.running.ready.serialized())
        if invocation[printEnv] {
            for line in EnvironmentCommand.everything(emulator.running) { Output.note(line) }
        }
        await end.wait()
        try await emulator.stop()
        if let failure = await emulator.platform.lastFailure {
            throw LanyardError(.fileFailed, "the state could not be saved: \(failure)")
        }
        return 0
    }

    private static func readWorld(_ file: String?) throws -> World {
        guard let file else { return try World.builtIn() }
        guard let bytes = PlainFile.read(file) else {
            throw LanyardError(.invalidArgument, "the world file \(file) cannot be read")
        }
        return try World(json: bytes)
    }
}

/// `world`: prints the built-in world, to start one's own from.
enum WorldCommand {
    static let command = Command(
        "world",
        "Print the built-in world as a file for 'serve --world'",
        section: "Running",
        action: .immediate { _ in
            Output.result(World.builtInText)
            return 0
        }
    )
}
