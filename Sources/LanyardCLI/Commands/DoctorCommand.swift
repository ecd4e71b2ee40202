import CommandLineKit
import Lanyard
import LanyardCore

/// `lanyard doctor`.
enum DoctorCommand {
    static func make(_ cli: CLI) -> Command {
        Command(
            "doctor",
            "Find out what does not work, and what to do about it",
            section: Section.other,
            discussion: "Asks nobody, unlocks nothing and sends nothing. The exit code is 0 where nothing failed.",
            groups: [SelectionOptions.group],
            action: .waiting { call in
                let printer = Printer(cli, call)
                let checks = await examine(cli, call)
                try printer.print(
                    Report(
                        json: .array(checks.map(\.json)),
                        rows: checks.map(\.row),
                        text: .lines(checks.flatMap(\.lines))
                    )
                )
                return checks.contains { $0.status == .fail } ? ExitCode.failure.rawValue : 0
            }
        )
    }

    private static func examine(_ cli: CLI, _ call: Invocation) async -> [Check] {
        let settings: Settings
        do {
            settings = try Settings(cli, call)
        } catch {
            return [.fail("configuration", error)]
        }
        let surroundings = Surroundings(cli: cli, settings: settings).checks
        do {
            let work = try Work(cli, call, keepsStore: false)
            // Side by side: a service that hangs is waited for once.
            async let found = work.service.diagnoseStore()
            async let people = accounts(work)
            return surroundings + store(await found) + [await people]
        } catch {
            return surroundings + [.fail("library", error)]
        }
    }

    private static func store(_ found: StoreDiagnosis) -> [Check] {
        if let key = found.key { return StoreKeyChecks(store: found, key: key).checks }
        return StoreChecks(found: found).checks
    }

    private static func accounts(_ work: Work) async -> Check {
        do {
            let accounts = try await work.service.accounts()
            guard !accounts.isEmpty else { return .warn("accounts", "nobody is signed in", fix: "lanyard login") }
            let stale = accounts.filter(\.needsSignIn)
            guard let first = stale.first else { return .pass("accounts", "\(accounts.count) signed in") }
            let names = stale.map(\.displayName).joined(separator: ", ")
            return .warn("accounts", "a new sign-in is needed: \(names)", fix: "lanyard login -a \(first.displayName)")
        } catch {
            return .fail("accounts", error)
        }
    }
}
