public import LanyardCore

/// What a name stands for.
public enum NameResolution: Sendable, Hashable {
    /// Exactly one account.
    case found(Account)
    /// No account.
    case notFound
    /// Several accounts, in a fixed order.
    case ambiguous([NameMatch])
}

/// One of several accounts that share a name, and how to tell it apart.
public struct NameMatch: Sendable, Hashable {
    /// The account.
    public var account: Account
    /// The exact value of `--account` that means this one and no other.
    public var distinguishingName: String
    /// Why this one was left out by the tenant asked for; nothing where it still fits.
    public var dropped: String?

    /// Name, kind, home tenant and the `--account` that means this one, in one line.
    public var description: String { "\(summary): --account \(ShellWord.quoted(distinguishingName))" }

    /// Name, kind and home tenant in one line.
    var summary: String {
        let home = account.homeDomain ?? account.homeTenantID ?? "unknown"
        let kind = account.kind == .personal ? "personal account" : "work account, home tenant \(home)"
        let line = "\(account.username) (\(kind))"
        return TerminalText.oneLine(dropped.map { "\(line), dropped: \($0)" } ?? line)
    }
}
