import CommandLineKit
import GLibBridge
import Glibc
import LanyardCore

/// The command `lanyard-emulator`.
package enum EmulatorCommand {
    /// The version that `version` and the logs say.
    static let version = "0.1.0"

    /// Runs the process's own command line and ends the process.
    package static func run() -> Never {
        // A reader that went away ends a pipe, not the emulator.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs one command line and gives the exit code.
    static func run(_ words: [String]) -> Int32 {
        do {
            switch try Parser(root).parse(words) {
            case .help(let path):
                Output.result(HelpPage(path).text)
                return 0
            case .run(let invocation): return try carryOut(invocation)
            }
        } catch let error as UsageError {
            return fail(error.message, hint: error.hint, code: 2)
        } catch let error as LanyardError {
            return fail(error.message, hint: error.hint, code: exitCode(error))
        } catch let error as WorldError {
            return fail(
                "the world file is wrong: \(error)",
                hint: "See 'lanyard-emulator world' for one that is right.",
                code: 2
            )
        } catch {
            return fail("\(error)", hint: nil, code: 1)
        }
    }

    private static func carryOut(_ invocation: Invocation) throws -> Int32 {
        switch invocation.path.command.action {
        case .immediate(let action): return try action(invocation)
        case .waiting(let action):
            let outcome = GLibActor.executor.runHere { () async -> Result<Int32, any Error> in
                do { return .success(try await action(invocation)) } catch { return .failure(error) }
            }
            return try outcome.get()
        case nil: return 0
        }
    }

    private static func exitCode(_ error: LanyardError) -> Int32 {
        switch error.code {
        case .invalidArgument, .invalidConfiguration: 2
        case .network, .untrustedServer, .malformedReply: 8
        case .refused: 6
        default: 1
        }
    }

    private static func fail(_ message: String, hint: String?, code: Int32) -> Int32 {
        Output.note("lanyard-emulator: " + TerminalText.oneLine(message, limit: 2000))
        if let hint { Output.note(TerminalText.oneLine(hint)) }
        return code
    }
}

/// The two streams: results on one, everything else on the other.
enum Output {
    static func result(_ text: String) { write(text, to: 1) }
    static func note(_ text: String) { write(text, to: 2) }

    private static func write(_ text: String, to stream: Int32) {
        var bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(stream, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// The environment as a dictionary.
enum Environment {
    static var all: [String: String] {
        var variables: [String: String] = [:]
        for name in ["HOME", "XDG_STATE_HOME", "LANYARD_EMULATOR_STATE"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}
