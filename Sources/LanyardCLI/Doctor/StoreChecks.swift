import Lanyard
import LanyardCore

/// What the doctor says about the Secret Service: who provides it, what it has, and what outlives a reboot.
struct StoreChecks {
    let found: StoreDiagnosis

    /// Everything that is known; where something keeps the store from working also what was seen before that.
    var checks: [Check] {
        guard let problem = found.problem else { return [service] + collections + mark + [keyring, accessTokens] }
        let isSeen = found.processID != nil
        return [.fail("secret service", problem)] + (isSeen ? [.pass("provider", provider)] : []) + collections
            + (isSeen ? mark : [])
    }

    private var provider: String {
        let name = found.provider.map { $0.isEmpty ? "an unknown program" : $0 } ?? "no provider known"
        return name + (found.processID.map { ", process \($0)" } ?? "")
    }

    private var service: Check {
        let milliseconds =
            found.duration.components.seconds * 1000 + found.duration.components.attoseconds / 1_000_000_000_000_000
        let words = found.provider == nil ? provider : "provided by \(provider)"
        return .pass("secret service", "\(words), answered in \(milliseconds) ms")
    }

    private var collections: [Check] {
        let names = found.collections.map { collection in
            let words = [collection.isLocked ? "locked" : "unlocked"] + collection.aliases
            return "\(collection.label.isEmpty ? collection.path : collection.label) (\(words.joined(separator: ", ")))"
        }
        return names.isEmpty ? [] : [.pass("collections", names.joined(separator: ", "))]
    }

    private var mark: [Check] {
        guard let mark = found.mark else { return [] }
        guard found.isChanged else {
            return [.pass("store", "the one that the accounts were put into, \(mark.description)")]
        }
        return [
            .fail(
                "store",
                "the accounts were put into \(mark.description), and another one answers now",
                fix: "start the old one again, or take the new one for good: lanyard cache adopt"
            )
        ]
    }

    private var keyring: Check {
        guard !found.survivesReboot else { return .pass("keyring", "sign-ins outlive a reboot") }
        return .warn(
            "keyring",
            "the default collection is kept in memory only: a sign-in is gone after logout",
            fix: "make a persistent default keyring, in Seahorse for example"
        )
    }

    private var accessTokens: Check {
        found.hasVolatileCollection
            ? .pass("access tokens", "kept in memory only")
            : .warn("access tokens", "the provider has no collection in memory: they are kept with the sign-ins")
    }
}
