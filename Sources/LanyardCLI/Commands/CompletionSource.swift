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
        case "accounts":
            accounts.map {
                CommandLineKit.Candidate(AccountNames.distinguishingName(of: $0, in: accounts), $0.name ?? $0.username)
            }
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
    var accounts: [Account] {
        let directories = Paths(cli.environment).directories
        // Whichever store is in use: to read the settings first would take longer than both.
        return [directories.state, directories.envelopes].flatMap { folder in
            guard let bytes = try? FileContents.read(folder + "/accounts.json") else { return [Account]() }
            return AccountIndex(bytes: bytes)?.accounts ?? []
        }
    }

    private var tenants: [CommandLineKit.Candidate] {
        var seen: Set<String> = []
        return accounts.flatMap(\.tenantProfiles).filter { seen.insert($0.tenantID).inserted }
            .map { CommandLineKit.Candidate($0.domain ?? $0.tenantID, $0.tenantName ?? "") }
    }
}
