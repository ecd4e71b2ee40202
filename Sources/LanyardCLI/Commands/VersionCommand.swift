import CommandLineKit
import LanyardCore

/// `lanyard version`.
enum VersionCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "version",
            "Print the version",
            section: Section.other,
            action: .immediate { call in
                let report = Report(
                    json: ["version": .string(Version.number)],
                    rows: [[Version.number]],
                    text: .lines(["lanyard \(Version.number)"])
                )
                try Printer(cli, call).print(report)
                return 0
            }
        )
    }
}
