import CommandLineKit
import GLibBridge
import Glibc
import LanyardCore

/// Reads a command line, carries it out, and gives the exit code.
package struct Tool: Sendable {
    let cli: CLI

    init(_ cli: CLI) { self.cli = cli }

    /// Runs the process's own command line and ends the process.
    package static func runProcess() -> Never {
        // Before there can be a token in the memory; costs one system call.
        ProcessPrivacy.close()
        let words = Array(CommandLine.arguments.dropFirst())
        let tool = Tool(.process)
        switch tool.begin(words) {
        case .done(let code): _exit(code)
        case .waiting(let body):
            switch WaitingRun.run(body) {
            case .ended(.success(let code)): _exit(code)
            case .ended(.failure(let error)): _exit(tool.report(error, words))
            case .stopped(let signal):
                _ = tool.report(CancellationError(), words)
                WaitingRun.end(by: signal)
            }
        }
    }

    /// Carries a command line out and gives the exit code; for tests, which have a loop already.
    func run(_ words: [String]) async -> Int32 {
        switch begin(words) {
        case .done(let code): return code
        case .waiting(let body):
            do {
                return try await body()
            } catch {
                return report(error, words)
            }
        }
    }

    private enum Progress {
        case done(Int32)
        case waiting(@Sendable () async throws -> Int32)
    }

    private func begin(_ words: [String]) -> Progress {
        do {
            let root = RootCommand.make(cli)
            let parser = Parser(root, refusal: RefusedOptions.advice(for:))
            switch try parser.parse(Self.rewritten(words)) {
            case .help(let path):
                try HelpCommand.show(path, cli, noColor: words.contains("--no-color"))
                return .done(0)
            case .run(let call):
                switch call.path.command.action {
                case .immediate(let action): return .done(try action(call))
                case .waiting(let action):
                    let cli = cli
                    return .waiting { try await UnattendedNotice.watch(cli, call) { try await action(call) } }
                case nil: return .done(ExitCode.usage.rawValue)
                }
            }
        } catch {
            return .done(report(error, words))
        }
    }

    /// `lanyard @NAME …` is `lanyard --profile NAME …`, and `lanyard --version` is what everybody tries first.
    private static func rewritten(_ words: [String]) -> [String] {
        if words.first == "--version" { return ["version"] + words.dropFirst() }
        guard let first = words.first, first.hasPrefix("@") else { return words }
        return ["--profile=" + first.dropFirst()] + words.dropFirst()
    }

    private func report(_ error: any Error, _ words: [String]) -> Int32 {
        // A reader that had enough, such as `head`, is no failure to talk about.
        if let failure = error as? ConsoleFailure, failure.isClosedPipe { return ExitCode.failure.rawValue }
        let failure = Failure(error)
        let isExec = Self.isExec(words)
        if GlobalOptions.format(in: words) == .json {
            cli.console.error(Array((failure.json.serialized() + "\n").utf8))
        } else {
            let isStyled = Style.isAllowed(cli.environment, noColor: words.contains("--no-color"))
            let lines = failure.lines(bold: isStyled && cli.console.isTerminal(.error))
            cli.console.error(Array((lines.joined(separator: "\n") + "\n").utf8))
        }
        return isExec && failure.exitCode != .interrupted ? ExecCommand.ownFailure : failure.exitCode.rawValue
    }

    /// Whether the line would have run another command, whose exit codes ours must not be taken for.
    private static func isExec(_ words: [String]) -> Bool {
        let parser = CommandPath(root: RootCommand.make(CLI.process))
        return parser.command(in: words)?.name == "exec"
    }
}
