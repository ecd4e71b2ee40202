import Lanyard
import LanyardCore
import LanyardSelection

/// What a person has to see before a pin may count.
struct PinQuestion {
    let pin: Pin
    let path: String
    /// What the pin said when it was approved last.
    let before: Approvals.Entry?
    let accounts: [Account]

    /// Whom the pin names, and what is different where another one was approved before.
    var lines: [String] {
        let heading =
            before == nil ? "This pin names who acts here and below" : "This pin is another than the approved one"
        var lines = ["\(heading): \(TerminalText.oneLine(path, limit: 200))"]
        lines += Self.difference(from: before?.text, to: pin.serialized).map { "  \($0)" }
        guard let name = pin.account else { return lines }
        guard let account = try? AccountNames.resolve(name, in: accounts, tenant: pin.tenant?.name) else {
            return lines + ["  Nobody who is signed in is meant by that name alone."]
        }
        let home = account.tenantProfiles.first(where: \.isHome)
        let tenant = home?.domain ?? account.homeTenantID ?? "unknown"
        let words = [account.username, tenant].map { TerminalText.oneLine($0, limit: 120) }
        return lines + ["  That is \(words[0]), at home in tenant \(words[1])."]
    }

    /// What the pin says; where another one was approved, what is gone and what is new.
    static func difference(from before: String?, to after: String) -> [String] {
        let new = entries(after)
        guard let before else { return new }
        let old = entries(before)
        return old.filter { !new.contains($0) }.map { "- \($0)" } + new.map { (old.contains($0) ? "  " : "+ ") + $0 }
    }

    private static func entries(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("version") }
            .map { TerminalText.oneLine(String($0), limit: 200) }
    }
}

extension PinQuestion {
    /// Asks at the terminal about the nearest pin and notes the agreement.
    static func ask(_ cli: CLI, _ accounts: [Account]) async throws -> Bool {
        let evidence = Evidence(cli)
        let lying = try evidence.nearest(cli.directory())
        guard let pin = try? Pin(reading: lying.bytes, path: lying.found.path) else { return false }
        let before = try evidence.files.read(Approvals.self).entries[lying.found.path]
        let question = PinQuestion(pin: pin, path: lying.found.path, before: before, accounts: accounts)
        let text = question.lines.joined(separator: "\n") + "\nMay it count? (y/N) "
        cli.console.error(Array(text.utf8))
        guard let answer = cli.console.line()?.lowercased(), ["y", "yes"].contains(answer) else { return false }
        let now = cli.now()
        // What was shown is what is approved: a file that has changed meanwhile is another one.
        try await evidence.files.update(Approvals.self) { $0.approve(lying.found, text: pin.serialized, now: now) }
        return true
    }
}
