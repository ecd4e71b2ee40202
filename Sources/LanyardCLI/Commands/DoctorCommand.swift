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
            let work = try Work(cli, call)
            return await surroundings + store(await work.service.diagnoseStore()) + [accounts(work)]
        } catch {
            return surroundings + [.fail("library", error)]
        }
    }

    private static func store(_ found: StoreDiagnosis) -> [Check] {
        if let key = found.key { return StoreKeyChecks(store: found, key: key).checks }
        let provider =
            found.provider.map { "provided by \($0.isEmpty ? "an unknown program" : $0)" } ?? "no provider known"
        if let problem = found.problem { return [.fail("secret service", problem)] }
        let process = found.processID.map { ", process \($0)" } ?? ""
        let milliseconds =
            found.duration.components.seconds * 1000 + found.duration.components.attoseconds / 1_000_000_000_000_000
        var checks: [Check] = [.pass("secret service", "\(provider)\(process), answered in \(milliseconds) ms")]
        let names = found.collections.map { collection in
            let words = [collection.isLocked ? "locked" : "unlocked"] + collection.aliases
            return "\(collection.label.isEmpty ? collection.path : collection.label) (\(words.joined(separator: ", ")))"
        }
        if !names.isEmpty { checks.append(.pass("collections", names.joined(separator: ", "))) }
        if let mark = found.mark {
            checks.append(
                found.isChanged
                    ? .fail(
                        "store",
                        "the accounts were put into \(mark.description), and another one answers now",
                        fix: "start the old one again, or take the new one for good: lanyard cache adopt"
                    )
                    : .pass("store", "the one that the accounts were put into, \(mark.description)")
            )
        }
        checks.append(
            found.survivesReboot
                ? .pass("keyring", "sign-ins outlive a reboot")
                : .warn(
                    "keyring",
                    "the default collection is kept in memory only: a sign-in is gone after logout",
                    fix: "make a persistent default keyring, in Seahorse for example"
                )
        )
        checks.append(
            found.hasVolatileCollection
                ? .pass("access tokens", "kept in memory only")
                : .warn("access tokens", "the provider has no collection in memory: they are kept with the sign-ins")
        )
        return checks
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
