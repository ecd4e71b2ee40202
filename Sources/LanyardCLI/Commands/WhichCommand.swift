import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard which`.
enum WhichCommand {
    private static let url = OptionKey<String?>.text(
        "--for",
        name: "URL",
        help: "The address that a request would go to"
    )

    static func make(_ cli: CLI) -> Command {
        Command(
            "which",
            "Tell which account would be chosen, and why",
            section: Section.selection,
            discussion: "Fetches nothing. The exit code is the one that 'lanyard token' would end with.",
            groups: [
                OptionGroup([ScopeOptions.scopes.option, ScopeOptions.resource.option, url.option]),
                SelectionOptions.group,
            ],
            examples: [
                Example("lanyard which -r https://management.azure.com -t fabrikam.com", "Before a token is fetched.")
            ],
            action: .waiting { call in
                let work = try Work(cli, call)
                let scopes = try ScopeOptions.read(call, work.settings)
                let need = Need(scopes: scopes.values, url: call[url])
                let verdict = try await AccountChooser(work: work).judge(need, asksForTenants: false).verdict
                if call[GlobalOptions.why] { work.printer.explain(verdict.longDescription) }
                try work.printer.print(
                    Report(
                        onDemand: verdict.jsonValue,
                        rows: [row(verdict)],
                        text: .lines([verdict.description] + candidates(verdict))
                    )
                )
                if work.printer.format == .text, let hint = verdict.failure?.hint { work.printer.note("hint: \(hint)") }
                return verdict.exitCode
            }
        )
    }

    private static func row(_ verdict: Verdict) -> [String] {
        [
            verdict.outcome.rawValue, verdict.account?.homeAccountID ?? "", verdict.tenant ?? "",
            verdict.reason.rawValue,
        ]
    }

    private static func candidates(_ verdict: Verdict) -> [String] {
        guard verdict.outcome != .selected else { return [] }
        return verdict.candidateLines(hint: "; -o json names all") { candidate in
            let label = candidate.account.label.map { " [\($0)]" } ?? ""
            return "\(candidate.account.username)\(label)" + (candidate.dropped.map { ": \($0.text)" } ?? "")
        }.map { "  " + $0 }
    }
}
