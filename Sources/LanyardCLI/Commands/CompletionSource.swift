import CommandLineKit
import GLibBridge
import Lanyard
import LanyardCore
import LanyardSelection

/// The words that a shell may offer, from files alone.
struct CompletionSource {
    let cli: CLI

    /// Nothing where the files are missing or damaged: a shell's prompt is no place for an error.
    func candidates(_ name: String) -> [CommandLineKit.Candidate] {
        switch name {
        case "accounts": names
        case "tenants": tenants
        case "profiles":
            (try? ConfigurationFile(in: Paths(cli.environment)))?.profiles.map { CommandLineKit.Candidate($0) } ?? []
        case "settings": SettingKey.all.filter(\.isInFile).map { CommandLineKit.Candidate($0.name, $0.help) }
        case "commands":
            RootCommand.make(cli).subcommands.filter { !$0.isHidden }.map {
                CommandLineKit.Candidate($0.name, $0.summary)
            }
        default: []
        }
    }

    /// The accounts of the index files.
    var people: AccountList {
        let directories = Paths(cli.environment).directories
        // Whichever store is in use: to read the settings first would take longer than both.
        let lists = [directories.state, directories.envelopes].compactMap { folder -> AccountList? in
            for name in TokenCache.indexNames {
                guard let bytes = (try? FileContents.read("\(folder)/\(name)")) ?? nil else { continue }
                return AccountIndex(bytes: bytes)?.list
            }
            return nil
        }
        return lists.count == 1 ? lists[0] : AccountList(lists.flatMap(\.accounts))
    }

    private var names: [CommandLineKit.Candidate] {
        let people = people
        return people.accounts.map {
            CommandLineKit.Candidate(AccountNames.distinguishingName(of: $0, in: people), $0.name ?? $0.username)
        }
    }

    private var tenants: [CommandLineKit.Candidate] {
        var seen: Set<String> = []
        return people.accounts.flatMap(\.tenantProfiles).filter { seen.insert($0.tenantID).inserted }
            .map { CommandLineKit.Candidate($0.domain ?? $0.tenantID, $0.tenantName ?? "") }
    }
}
