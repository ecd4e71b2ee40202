import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard allow` and `lanyard deny`.
enum PinCommand {
    static func makeAllow(_ cli: CLI) -> Command {
        Command(
            "allow",
            "Approve the pin of this directory",
            section: Section.selection,
            discussion: """
                A '\(Pin.fileName)' file names the account for a directory and what is below it. It counts once it is approved, for \
                this path, owner and content: until then, and after a change, nothing is chosen there.
                """,
            action: .waiting { call in
                let evidence = Evidence(cli)
                let lying = try evidence.nearest(cli.directory())
                let pin = try Pin(reading: lying.bytes, path: lying.found.path)
                let now = cli.now()
                let before = try evidence.files.read(Approvals.self).entries[lying.found.path]
                let state = try await evidence.files.update(Approvals.self) { approvals in
                    approvals.approve(lying.found, text: pin.serialized, now: now)
                    return approvals
                }
                let pins = PinFiles().pins(from: cli.directory() ?? "/", approvals: state)
                guard pins.first?.approval == .approved else {
                    throw LanyardError(
                        .refused,
                        "\(lying.found.path) does not count: it belongs to another user or can be written by others",
                        hint: "chmod go-w \(lying.found.path)"
                    )
                }
                let work = try Work(cli, call)
                if !work.printer.isQuiet, work.printer.format == .text {
                    // Who is meant can be told where the accounts can be read; the approval does not hang on it.
                    let accounts = (try? await work.service.accounts()) ?? []
                    let shown = PinQuestion(pin: pin, path: lying.found.path, before: before, accounts: accounts)
                    work.printer.explain(shown.lines.joined(separator: "\n") + "\n")
                }
                try work.printer.print(report("approved", lying.found.path, pin))
                return 0
            }
        )
    }

    static func makeDeny(_ cli: CLI) -> Command {
        Command(
            "deny",
            "Withdraw the approval of this directory's pin",
            section: Section.selection,
            action: .waiting { call in
                let evidence = Evidence(cli)
                let lying = try evidence.nearest(cli.directory())
                _ = try await evidence.files.update(Approvals.self) { $0.withdraw(lying.found.path) }
                try Printer(cli, call).print(report("denied", lying.found.path, try? Pin(reading: lying.bytes)))
                return 0
            }
        )
    }

    static func report(_ state: String, _ path: String, _ pin: Pin?) -> Report {
        var words = [pin?.account.map { "account \($0)" }, pin?.tenant.map { "tenant \($0.name)" }].compactMap { $0 }
        if let audiences = pin?.audiences, !audiences.isEmpty {
            words.append("only \(audiences.joined(separator: ", "))")
        }
        let says = words.isEmpty ? "" : ": " + words.joined(separator: ", ")
        return Report(
            json: [
                "state": .string(state), "path": .string(path),
                "account": pin?.account.map { .string($0) } ?? .null,
                "tenant": pin?.tenant.map { .string($0.name) } ?? .null,
                "audiences": .array((pin?.audiences ?? []).map { .string($0) }),
            ],
            rows: [[state, path, pin?.account ?? "", pin?.tenant?.name ?? ""]],
            text: .lines(["\(state) \(path)\(says)"])
        )
    }
}
