import CommandLineKit
import LanyardCore

/// `env`: what to export so that a client finds the emulator.
enum EnvironmentCommand {
    enum Client: String, CaseIterable, Sendable {
        case lanyard
        case msalPython = "msal-python"
        case azureIdentity = "azure-identity"
        case az
        case dotnet
        case go
    }
    enum Way: String, CaseIterable, Sendable { case authority, proxy }

    private static let client = ArgumentKey<String>.one(
        "CLIENT",
        help: "One of \(Client.allCases.map(\.rawValue).joined(separator: ", "))",
        hint: .words(Client.allCases.map(\.rawValue))
    )
    private static let via = OptionKey<Way?>.choice(
        "--via",
        name: "WAY",
        help: "By its own address, or by the proxy under Microsoft's names",
        of: Way.self
    )

    static let command = Command(
        "env",
        "Print what to export for a client",
        section: "Running",
        groups: [OptionGroup([via.option])],
        arguments: [client.argument],
        action: .immediate { invocation in
            guard let client = Client(rawValue: invocation[client]) else {
                throw invocation.error(
                    "'\(invocation[client])' is not one of \(Client.allCases.map(\.rawValue).joined(separator: ", "))"
                )
            }
            let running = try RunningEmulator.load(from: EmulatorCommand.folder(invocation))
            for line in lines(client, invocation[via] ?? .proxy, running) { Output.result(line) }
            return 0
        }
    )

    /// What to export for every client, each by the way that needs the fewest settings.
    static func everything(_ running: RunningEmulator) -> [String] {
        Client.allCases.flatMap { ["# \($0.rawValue), by the proxy"] + lines($0, .proxy, running) }
    }

    static func lines(_ client: Client, _ way: Way, _ running: RunningEmulator) -> [String] {
        var exports: [(String, String)] = []
        if way == .proxy {
            // The clients leave localhost out by themselves, which is where their own redirects go.
            exports += [
                ("HTTPS_PROXY", running.proxy), ("https_proxy", running.proxy), ("NO_PROXY", "localhost,127.0.0.1"),
            ]
        }
        switch client {
        case .lanyard:
            exports.append(("LANYARD_CA_FILE", running.caFile))
            if way == .authority { exports.append(("LANYARD_AUTHORITY_HOST", running.authorityHost)) }
        case .msalPython: exports.append(("REQUESTS_CA_BUNDLE", running.bundle))
        case .azureIdentity:
            exports.append(("REQUESTS_CA_BUNDLE", running.bundle))
            if way == .authority { exports.append(("AZURE_AUTHORITY_HOST", running.authorityHost)) }
        case .az:
            exports += [
                ("REQUESTS_CA_BUNDLE", running.bundle), ("AZURE_CONFIG_DIR", running.state + "/azure"),
                ("AZURE_CORE_COLLECT_TELEMETRY", "false"), ("AZURE_CORE_LOGIN_EXPERIENCE_V2", "off"),
            ]
            if way == .authority { exports.append(("AZURE_CORE_INSTANCE_DISCOVERY", "false")) }
        case .dotnet, .go: exports.append(("SSL_CERT_FILE", running.bundle))
        }
        let lines = exports.map { "export \($0.0)=\(quote($0.1))" }
        return lines + notes(client, way, running).map { "# " + $0 }
    }

    private static func notes(_ client: Client, _ way: Way, _ running: RunningEmulator) -> [String] {
        guard way == .authority else { return [] }
        let host = running.authorityHost
        switch client {
        case .msalPython: return ["in the program: authority=\"\(host)/organizations\", instance_discovery=False"]
        case .azureIdentity: return ["in the program: disable_instance_discovery=True"]
        case .az:
            return [
                "az cloud register -n LanyardEmulator --endpoint-active-directory \(host) --endpoint-resource-manager \(host)"
                    + " --endpoint-active-directory-resource-id https://management.core.windows.net/"
                    + " --endpoint-active-directory-graph-resource-id https://graph.windows.net/"
                    + " --endpoint-microsoft-graph-resource-id https://graph.microsoft.com/",
                "az cloud set -n LanyardEmulator",
            ]
        case .dotnet: return ["in the program: WithInstanceDiscovery(false) and the authority \(host)/organizations"]
        case .go: return ["in the program: public.WithInstanceDiscovery(false) and the authority \(host)/organizations"]
        case .lanyard: return []
        }
    }

    private static func quote(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
