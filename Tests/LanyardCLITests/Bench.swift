import FoundationEssentials
import GLibBridge
import Lanyard

@testable import LanyardCLI

/// Runs the command in this process, with streams, environment and folders of its own.
final class Bench: Sendable {
    struct Result: Sendable, Equatable {
        var code: Int32
        var output: String
        var error: String
    }

    let folder: String
    private let variables: [String: String]
    private let terminals: Set<Console.Stream>
    private let written = Lock<(output: [UInt8], error: [UInt8])>(([], []))
    private let outputFailure: ConsoleFailure?
    let service: FakeService
    private let answers: Lock<[String]>
    private let started = Lock<ForeignCommand?>(nil)
    private let opened = Lock<Configuration?>(nil)

    init(
        _ variables: [String: String] = [:],
        terminals: Set<Console.Stream> = [],
        service: FakeService = FakeService(),
        answers: [String] = [],
        directory: String = "/home/alice",
        outputFailure: ConsoleFailure? = nil
    ) {
        self.directory = directory
        folder = FileManager.default.temporaryDirectory.appending(path: "lanyard-\(UUID().uuidString)").path
        let own = ["HOME": folder, "LANYARD_CONFIG_DIR": folder + "/config", "LANYARD_STATE_DIR": folder + "/state"]
        self.variables = own.merging(variables) { $1 }
        self.terminals = terminals
        self.outputFailure = outputFailure
        self.service = service
        self.answers = Lock(answers)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The working directory; one that is not there has no pins.
    let directory: String

    var configurationFile: String { folder + "/config/config.ini" }

    func write(_ text: String, to path: String) throws { try FileContents.replace(path, with: Array(text.utf8)) }

    var cli: CLI {
        let terminals = terminals
        let failure = outputFailure
        let directory = directory
        let (written, answers, started, opened, service) = (written, answers, started, opened, service)
        return CLI(
            environment: Environment(variables),
            console: Console(
                output: { bytes throws(ConsoleFailure) in
                    if let failure { throw failure }
                    written.withLock { $0.output += bytes }
                },
                error: { bytes in written.withLock { $0.error += bytes } },
                input: { () throws(ConsoleFailure) in [] },
                line: { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
                isTerminal: { terminals.contains($0) },
                columns: { terminals.isEmpty ? nil : 72 }
            ),
            now: { 1_767_225_600 },
            directory: { directory },
            openService: { configuration in
                opened.withLock { $0 = configuration }
                service.configuration.withLock { $0 = configuration }
                return service
            },
            become: { command in
                started.withLock { $0 = command }
                return command.words.first == "missing" ? 2 : 13
            }
        )
    }

    var hasWrittenNothing: Bool { !FileManager.default.fileExists(atPath: folder) }

    /// The command that was to be run.
    var foreignCommand: ForeignCommand? { started.withLock { $0 } }

    /// What the library was opened with.
    var configuration: Configuration? { opened.withLock { $0 } }

    func run(_ words: [String]) async -> Result {
        written.withLock { $0 = ([], []) }
        let code = await Tool(cli).run(words)
        return written.withLock {
            Result(
                code: code,
                output: String(decoding: $0.output, as: UTF8.self),
                error: String(decoding: $0.error, as: UTF8.self)
            )
        }
    }

    func run(_ line: String) async -> Result { await run(line.split(separator: " ").map(String.init)) }
}
