internal import GLibBridge
internal import LanyardCore

/// Opens pages in the person's own browser.
///
/// Tries `LANYARD_BROWSER`, `$BROWSER` (a list with colons), the desktop portal and `xdg-open`, in this order; a command named by
/// the person is the only one tried. The browser's output never reaches ours.
struct SystemBrowser: Browser {
    /// The command of `LANYARD_BROWSER`.
    let command: String?
    /// The list of `$BROWSER`.
    let list: String?
    /// Gets the address before a browser is tried, so that a person can open it by hand.
    let announce: @Sendable (String) -> Void

    /// A launcher that fails does so at once; one that is a browser itself goes on running.
    private static let patience: Duration = .milliseconds(1500)

    func open(_ url: String) async throws {
        announce(url)
        if let command, !command.isEmpty {
            guard let words = Child.words(of: command), !words.isEmpty else {
                throw LanyardError(.noBrowser, "LANYARD_BROWSER is no command line", hint: "check its quotes")
            }
            if let reason = await failure(Self.fill(words, url), keepsErrors: true) {
                throw LanyardError(
                    .noBrowser,
                    "the browser command '\(TerminalText.oneLine(words[0], limit: 80))' failed: \(reason)",
                    hint: "check LANYARD_BROWSER, or use 'lanyard login --device-code'"
                )
            }
            return
        }
        for line in (list ?? "").split(separator: ":") {
            guard let words = Child.words(of: String(line)), !words.isEmpty else { continue }
            if await failure(Self.fill(words, url), keepsErrors: false) == nil { return }
        }
        if await DesktopPortal.open(url) { return }
        // The redirect came while the portal was asked: no second page.
        if Task.isCancelled { return }
        if await failure(["xdg-open", url], keepsErrors: false) == nil { return }
        throw LanyardError(
            .noBrowser,
            "no browser could be started",
            hint: "open the printed address yourself, set BROWSER, or use 'lanyard login --device-code'"
        )
    }

    /// Puts the address in place of `%s`, or at the end.
    static func fill(_ words: [String], _ url: String) -> [String] {
        guard words.contains("%s") else { return words + [url] }
        return words.map { $0 == "%s" ? url : $0 }
    }

    @GLibActor
    private func failure(_ words: [String], keepsErrors: Bool) async -> String? {
        var command = Child.Command(words)
        command.output = .null
        command.error = keepsErrors ? .inherit : .null
        command.isOwnSession = true
        do {
            let process = try Child.spawn(command)
            guard let status = await Child.exit(of: process, limit: Self.patience), status != 0 else { return nil }
            return "it ended with status \(status >> 8 & 0xff)"
        } catch {
            return error.message
        }
    }
}
