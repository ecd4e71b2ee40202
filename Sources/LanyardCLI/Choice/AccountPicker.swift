import LanyardCore
import LanyardSelection

/// Asks a person at a terminal which account is meant.
struct AccountPicker {
    let cli: CLI

    init(_ cli: CLI) { self.cli = cli }

    /// A list with a mark that keys move, or a numbered one where the terminal is a plain one; nothing where nobody is picked.
    func pick(_ accounts: [AccountSummary]) throws -> AccountSummary? {
        guard accounts.count > 1 else { return accounts.first }
        let names = accounts.map { account in
            let label = account.label.map { " [\($0)]" } ?? ""
            return TerminalText.oneLine(account.username + label, limit: 120)
        }
        if let terminal = cli.environment["TERM"], terminal != "dumb" {
            switch cli.console.pick(PickerState(title: "More than one account fits. Which one?", items: names)) {
            case .picked(let index): return accounts[index]
            case .interrupted: throw CancellationError()
            case .cancelled, .open: return nil
            case nil: break
            }
        }
        return number(names).map { accounts[$0] }
    }

    private func number(_ names: [String]) -> Int? {
        var text = "More than one account fits:\n"
        for (index, name) in names.enumerated() { text += "  \(index + 1)  \(name)\n" }
        for _ in 0..<3 {
            cli.console.error(Array((text + "Which one? (1-\(names.count), nothing to stop) ").utf8))
            guard let answer = cli.console.line(), !answer.isEmpty else { return nil }
            if let number = Int(answer.filter { $0 != " " }), names.indices.contains(number - 1) { return number - 1 }
            text = ""
        }
        return nil
    }
}
