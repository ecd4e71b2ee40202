import Lanyard
import LanyardCore
import LanyardSelection

/// What a shell's prompt says about the account: the shell's own, else the one that the directory is pinned to.
struct PromptText {
    /// Who named the account.
    enum Source: String {
        case environment = "env"
        case pin
    }

    var source: Source
    /// The account by its shortest name; nothing for a pin that leaves it open or does not count.
    var account: String?
    var tenant: String?
    /// Whether such an account is signed in.
    var isSignedIn = false
    /// Why the pin does not count.
    var distrust: FoundPin.Approval?

    /// Nothing where neither the shell nor the directory names anybody.
    init?(_ cli: CLI) {
        tenant = cli.environment["LANYARD_TENANT"]
        if let name = cli.environment["LANYARD_ACCOUNT"] {
            source = .environment
            account = name
        } else {
            guard let directory = cli.directory() else { return nil }
            // What was agreed to cannot be told from a damaged file: then nothing was.
            let approvals = (try? Evidence(cli).files.read(Approvals.self)) ?? Approvals()
            guard let nearest = PinFiles().pins(from: directory, approvals: approvals).first else { return nil }
            source = .pin
            guard nearest.approval == .approved else {
                distrust = nearest.approval
                return
            }
            account = nearest.pin?.account
            tenant = tenant ?? nearest.pin?.tenant?.name
        }
        guard account != nil || tenant != nil else { return nil }
        let people = CompletionSource(cli: cli).people
        if let found = account.flatMap({ try? AccountNames.resolve($0, in: people, tenant: tenant) }) {
            account = found.displayName
            isSignedIn = true
        }
    }

    /// The words of a pin that nobody agreed to are its author's, and have no place in a prompt.
    private var line: String {
        if distrust != nil { return "pin not approved" }
        return TerminalText.oneLine(
            [account, tenant.map { "in \($0)" }].compactMap { $0 }.joined(separator: " "),
            limit: 80
        )
    }

    var report: Report {
        Report(
            json: [
                "account": account.map { .string($0) } ?? .null, "tenant": tenant.map { .string($0) } ?? .null,
                "signed_in": .bool(isSignedIn), "source": .string(source.rawValue),
                "distrust": distrust.map { .string($0.rawValue) } ?? .null,
            ],
            rows: [[account ?? "", tenant ?? ""]],
            text: .lines([line])
        )
    }
}
