import LanyardCore
import LanyardSelection

/// Asks a person at a terminal which account is meant.
struct AccountPicker {
    let cli: CLI

    init(_ cli: CLI) { self.cli = cli }

    /// A numbered list on standard error and an answer from standard input; nothing where no number is given.
    func pick(_ accounts: [AccountSummary]) -> AccountSummary? {
        guard accounts.count > 1 else { return accounts.first }
        var text = "More than one account fits:\n"
        for (index, account) in accounts.enumerated() {
            let label = account.label.map { " [\($0)]" } ?? ""
            text += "  \(index + 1)  \(TerminalText.oneLine(account.username + label, limit: 120))\n"
        }
        for _ in 0..<3 {
            cli.console.error(Array((text + "Which one? (1-\(accounts.count), nothing to stop) ").utf8))
            guard let answer = cli.console.line(), !answer.isEmpty else { return nil }
            if let number = Int(answer.filter { $0 != " " }), accounts.indices.contains(number - 1) {
                return accounts[number - 1]
            }
            text = ""
        }
        return nil
    }
}
