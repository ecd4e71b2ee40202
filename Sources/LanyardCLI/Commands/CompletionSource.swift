import CommandLineKit

/// The words that a shell may offer, from files alone.
struct CompletionSource {
    let cli: CLI

    /// Nothing where the files are missing or damaged: a shell's prompt is no place for an error.
    func candidates(_ name: String) -> [Candidate] {
        switch name {
        case "profiles":
            (try? ConfigurationFile(in: Paths(cli.environment)))?.profiles.map { Candidate($0) } ?? []
        case "settings":
            SettingKey.all.filter(\.isInFile).map { Candidate($0.name, $0.help) }
        case "commands":
            RootCommand.make(cli).subcommands.filter { !$0.isHidden }.map { Candidate($0.name, $0.summary) }
        default: []
        }
    }
}
