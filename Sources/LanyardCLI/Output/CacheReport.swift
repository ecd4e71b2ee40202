import Lanyard
import LanyardCore

/// Items, findings and counts of the cache in all forms.
enum CacheReport {
    static func list(_ entries: [CacheEntry]) -> Report {
        Report(
            json: .array(entries.map(json)),
            rows: entries.map { entry in
                [
                    entry.kind.rawValue, entry.label, entry.collection, entry.size.rawValue,
                    entry.format.map(String.init) ?? "", entry.problem?.rawValue ?? "sound",
                    entry.account?.rawValue ?? "", entry.handle,
                ]
            },
            text: .columns(
                ["KIND", "LABEL", "COLLECTION", "SIZE", "FORM", "STATE"],
                entries.map { entry in
                    [
                        entry.kind.rawValue, entry.label, entry.collection, entry.size.rawValue,
                        entry.format.map(String.init) ?? "-", entry.problem?.rawValue ?? "sound",
                    ]
                },
                cut: [1, 2]
            )
        )
    }

    private static func json(_ entry: CacheEntry) -> JSONValue {
        [
            "item": .string(entry.handle),
            "kind": .string(entry.kind.rawValue),
            "label": .string(entry.label),
            "collection": .string(entry.collection),
            "size": .string(entry.size.rawValue),
            "format": entry.format.map { .integer($0) } ?? .null,
            "client_id": text(entry.clientID),
            "home_account_id": text(entry.account?.rawValue),
            "state": .string(entry.problem?.rawValue ?? "sound"),
        ]
    }

    static func verification(_ result: CacheVerification) -> Report {
        let summary =
            "\(count(result.itemCount, "item")), \(count(result.accountCount, "account")), "
            + (result.findings.isEmpty ? "nothing wrong" : count(result.findings.count, "finding"))
        return Report(
            json: [
                "items": .integer(Int64(result.itemCount)),
                "accounts": .integer(Int64(result.accountCount)),
                "findings": .array(result.findings.map(json)),
            ],
            rows: result.findings.map(row),
            text: .lines(lines(result.findings) + [summary] + next(result.findings))
        )
    }

    static func repair(_ repaired: [CacheFinding], left: [CacheFinding]) -> Report {
        let done = repaired.map { "\(words(of: $0.remedy)): \(line($0))" }
        let summary = repaired.isEmpty ? "nothing to repair" : "\(count(repaired.count, "finding")) repaired"
        return Report(
            json: ["repaired": .array(repaired.map(json)), "left": .array(left.map(json))],
            rows: (repaired + left).map(row),
            text: .lines(done + left.map { "left: \(line($0))" } + [summary])
        )
    }

    static func adoption(_ store: StoreIdentity, _ forgotten: [Account]) -> Report {
        Report(
            json: [
                "provider": .string(store.provider), "collection": .string(store.collection),
                "forgotten": .array(forgotten.map { .string($0.homeAccountID.rawValue) }),
            ],
            rows: [[store.provider, store.collection]],
            text: .lines(
                forgotten.map { "Forgot \($0.username); its tokens are in the store before" }
                    + ["Tokens are kept in \(store.description) now"]
            )
        )
    }

    /// One line for each, for people.
    static func lines(_ findings: [CacheFinding]) -> [String] {
        findings.map { TerminalText.oneLine(line($0), limit: 600) }
    }

    private static func line(_ finding: CacheFinding) -> String {
        let name = finding.label.isEmpty ? finding.subject : "\(finding.label) (\(finding.subject))"
        return "\(finding.problem.rawValue): \(name) \(finding.detail)"
    }

    private static func next(_ findings: [CacheFinding]) -> [String] {
        var lines: [String] = []
        if findings.contains(where: { $0.problem == .newer }) {
            lines.append("next: update lanyard to read what a newer one wrote; a repair puts it aside")
        }
        if findings.contains(where: { $0.remedy != .none }) { lines.append("next: lanyard cache repair") }
        if findings.contains(where: { $0.problem == .unreadable || $0.problem == .misplaced }) {
            lines.append("next: unlock the keyring, or sign out and in again: lanyard logout, lanyard login")
        }
        return lines
    }

    private static func words(of remedy: CacheFinding.Remedy) -> String {
        switch remedy {
        case .putAside: "put aside"
        case .remove: "removed"
        case .rebuildIndex: "index made anew"
        case .none: "left"
        }
    }

    private static func row(_ finding: CacheFinding) -> [String] {
        [finding.problem.rawValue, finding.subject, finding.label, finding.detail, finding.remedy.rawValue]
    }

    private static func json(_ finding: CacheFinding) -> JSONValue {
        [
            "problem": .string(finding.problem.rawValue),
            "subject": .string(finding.subject),
            "label": .string(finding.label),
            "detail": .string(finding.detail),
            "remedy": .string(finding.remedy.rawValue),
        ]
    }

    static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

    static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}
