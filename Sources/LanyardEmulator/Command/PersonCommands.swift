import CommandLineKit
import LanyardCore
import LanyardHTTP

/// `browser`: stands in for a browser and the person before it.
enum BrowserCommand {
    private static let user = OptionKey<String?>.text(
        "--user",
        name: "NAME",
        help: "Who signs in; without it nobody touches the page"
    )
    private static let decline = OptionKey<Bool>.flag("--decline", help: "Decline what the app asks for")
    private static let cancel = OptionKey<Bool>.flag("--cancel", help: "Leave the sign-in page")
    private static let device = OptionKey<Bool>.flag("--device", help: "Show a compliant device")
    private static let noMFA = OptionKey<Bool>.flag("--no-mfa", help: "Do not approve a second factor")
    private static let url = ArgumentKey<String>.one("URL", help: "What the client opens")

    static let command = Command(
        "browser",
        "Sign in as a browser would, without one",
        section: "People",
        groups: [OptionGroup([user.option, decline.option, cancel.option, device.option, noMFA.option])],
        arguments: [url.argument],
        examples: [
            Example(
                "LANYARD_BROWSER='lanyard-emulator browser --user alice@contoso.example' lanyard login",
                "Needs no screen."
            )
        ],
        action: .waiting(run)
    )

    private static func run(_ invocation: Invocation) async throws -> Int32 {
        let running = try RunningEmulator.load(from: EmulatorCommand.folder(invocation))
        var words = invocation[user].map { ["user=" + $0] } ?? []
        if invocation[decline] { words.append("consent=no") }
        if invocation[cancel] { words.append("cancel") }
        if invocation[device] { words.append("device") }
        if invocation[noMFA] { words.append("mfa=no") }
        let transport = SoupTransport(
            version: EmulatorCommand.version,
            authorityFile: running.caFile,
            environment: ["HTTPS_PROXY": running.proxy, "NO_PROXY": "localhost,127.0.0.1"]
        )
        let browser = ScriptedBrowser(transport: transport, person: words.isEmpty ? nil : words.joined(separator: "; "))
        let end = try await browser.visit(invocation[url])
        guard end.status < 400 else {
            Output.note(
                "lanyard-emulator: the last page says \(end.status): \(TerminalText.oneLine(PageText.visible(end.text)))"
            )
            return 1
        }
        return 0
    }
}

/// What a person would read on a page.
enum PageText {
    static func visible(_ page: String) -> String {
        guard let main = page.firstRange(of: "<main>") else { return page }
        return String(
            page[main.upperBound...].split(separator: "<").map { $0.drop { $0 != ">" }.dropFirst() }.joined(
                separator: " "
            )
        )
    }
}

/// `approve`: answers a device code.
enum ApproveCommand {
    private static let user = OptionKey<String?>.text("--user", name: "NAME", help: "Who signs in")
    private static let decline = OptionKey<Bool>.flag("--decline", help: "Say no")
    private static let device = OptionKey<Bool>.flag("--device", help: "Show a compliant device")
    private static let code = ArgumentKey<String>.one("USER_CODE", help: "The code that the client shows")

    static let command = Command(
        "approve",
        "Answer a device code",
        section: "People",
        groups: [OptionGroup([user.option, decline.option, device.option])],
        arguments: [code.argument],
        action: .waiting { invocation in
            guard let name = invocation[user] else { throw invocation.error("--user is needed") }
            _ = try await EmulatorCommand.control(
                invocation,
                [
                    "do": "approve", "user_code": .string(invocation[code]), "user": .string(name),
                    "decline": .bool(invocation[decline]), "device": .bool(invocation[device]),
                ]
            )
            return 0
        }
    )
}
