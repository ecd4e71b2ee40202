import CommandLineKit
import Recording
import Testing

@testable import LanyardCLI

@Suite("Help")
struct HelpTests {
    private static let paths: [[String]] = {
        func below(_ path: CommandPath) -> [[String]] {
            [path.words] + path.command.subcommands.filter { !$0.isHidden }.flatMap { below(path.appending($0)) }
        }
        return below(CommandPath(root: RootCommand.make(Bench().cli)))
    }()

    @Test("the description of the command has no problem")
    func description() {
        #expect(RootCommand.make(Bench().cli).problems() == [])
    }

    @Test("help of every command is as recorded, on standard output, with exit code 0", arguments: paths)
    func recorded(words: [String]) async throws {
        let result = await Bench().run(["help"] + words)
        #expect(result.code == 0)
        #expect(result.error == "")
        let option = await Bench().run(words + ["--help"])
        #expect(option == result)
        try expectRecorded(result.output, as: "help" + words.map { "-" + $0 }.joined() + ".txt")
    }

    @Test("help is as wide as the terminal and bold there, unless that is forbidden")
    func style() async {
        let styled = await Bench(["TERM": "xterm"], terminals: [.output]).run("help")
        #expect(styled.output.contains("\u{1b}[1mUsage:"))
        let widest = styled.output.split(separator: "\n").filter { !$0.contains("\u{1b}") }.map { $0.count }.max() ?? 0
        #expect(widest <= 72)
        for bench in [
            Bench(["NO_COLOR": "1"], terminals: [.output]), Bench(["TERM": "dumb"], terminals: [.output]), Bench(),
        ] {
            let plain = await bench.run("help")
            #expect(!plain.output.contains("\u{1b}"))
        }
        let flag = await Bench(["TERM": "xterm"], terminals: [.output]).run("--no-color help")
        #expect(!flag.output.contains("\u{1b}"))
    }

    @Test("help for an unknown command suggests the nearest one")
    func unknown() async {
        let result = await Bench().run("help confg")
        #expect(result.code == 2)
        #expect(result.error == "lanyard: unknown command 'confg'\nhint: did you mean 'lanyard config'?\n")
    }
}
