import CommandLineKit
import Lanyard
import LanyardCore

/// `lanyard cache`: what is kept, where, and whether all of it is sound.
enum CacheCommand {
    private static let yes = OptionKey<Bool>.flag("--yes", "y", help: "Do it without asking")

    static func make(_ cli: CLI) -> Command {
        Command(
            "cache",
            "Look at what is kept, and repair it",
            section: Section.other,
            discussion: "Shows no secret, sends nothing and never asks the network.",
            groups: [SelectionOptions.group],
            examples: [
                Example("lanyard cache verify", "Reads every item; the exit code is 1 where something is wrong."),
                Example("lanyard cache repair --yes", "Moves what is damaged aside and makes the index anew."),
            ],
            subcommands: [
                Command(
                    "list",
                    "List the items of this application",
                    aliases: ["ls"],
                    groups: [SelectionOptions.group],
                    action: list(cli)
                ),
                Command(
                    "stats",
                    "Tell which program keeps the tokens, and how many there are",
                    groups: [SelectionOptions.group],
                    action: stats(cli)
                ),
                Command(
                    "verify",
                    "Read every item and the index, and name what is wrong",
                    discussion:
                        "Changes nothing. The exit code is 0 where all is well and 1 where something was found.",
                    groups: [SelectionOptions.group],
                    action: verify(cli)
                ),
                Command(
                    "repair",
                    "Move damaged items aside and make the index anew",
                    discussion: """
                        Damaged, foreign and newer items are moved to those put aside, byte for byte; 'lanyard logout' removes \
                        them with the account. Orphans, duplicates and files of killed processes are removed. Asks first, or \
                        needs --yes.
                        """,
                    groups: [OptionGroup([yes.option]), SelectionOptions.group],
                    action: repair(cli)
                ),
                Command(
                    "adopt",
                    "Keep tokens in the store that answers now",
                    discussion: """
                        Lanyard remembers which program and collection the accounts were put into, and refuses to take another \
                        one's emptiness for a sign-out. This is the way to change it on purpose: accounts that are not in the \
                        new store are forgotten here, and nothing is removed from the old one. Asks first, or needs --yes.
                        """,
                    groups: [OptionGroup([yes.option]), SelectionOptions.group],
                    action: adopt(cli)
                ),
                CacheKeyCommand.makeKey(cli),
                CacheKeyCommand.rekey(cli),
            ]
        )
    }

    private static func list(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            try work.printer.print(CacheReport.list(try await work.service.cacheEntries()))
            return 0
        }
    }

    private static func stats(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            let statistics = await work.service.cacheStatistics()
            try work.printer.print(CacheReport.statistics(statistics))
            if let problem = statistics.store.problem { throw problem }
            return 0
        }
    }

    private static func verify(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            let result = try await work.service.verifyCache()
            try work.printer.print(CacheReport.verification(result))
            return result.findings.isEmpty ? 0 : ExitCode.failure.rawValue
        }
    }

    private static func repair(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            let findings = try await work.service.verifyCache().findings
            let repairable = findings.filter { $0.remedy != .none }
            if repairable.contains(where: { $0.remedy != .rebuildIndex || $0.problem == .indexExtra }), !call[yes] {
                guard try ask(CacheReport.lines(repairable), "Move and remove these?", work) else {
                    return ExitCode.refused.rawValue
                }
            }
            let repaired = repairable.isEmpty ? [] : try await work.service.repairCache(repairable)
            let left = findings.filter { $0.remedy == .none }
            try work.printer.print(CacheReport.repair(repaired, left: left))
            return left.isEmpty ? 0 : ExitCode.failure.rawValue
        }
    }

    private static func adopt(_ cli: CLI) -> CommandAction {
        .waiting { call in
            let work = try Work(cli, call)
            let found = await work.service.diagnoseStore()
            if let problem = found.problem { throw problem }
            if let mark = found.mark, !call[yes] {
                let lines = ["Accounts were put into \(mark.description).", "Those that are not here are forgotten."]
                guard try ask(lines, "Take \(found.provider ?? "this store") for good?", work) else {
                    return ExitCode.refused.rawValue
                }
            }
            let (store, forgotten) = try await work.service.adoptStore()
            try work.printer.print(CacheReport.adoption(store, forgotten))
            return 0
        }
    }

    /// Shows what is to be done and asks; without anybody to ask it is an error that names the flag.
    private static func ask(_ lines: [String], _ question: String, _ work: Work) throws -> Bool {
        guard work.canAsk else {
            throw LanyardError(
                .refused,
                "that moves, removes or forgets something, and nobody can be asked",
                hint: "look at `lanyard cache verify`; --yes does it without asking"
            )
        }
        let lines = lines + ["\(question) (y/N) "]
        work.cli.console.error(Array(lines.joined(separator: "\n").utf8))
        return ["y", "yes"].contains(work.cli.console.line()?.lowercased())
    }
}
