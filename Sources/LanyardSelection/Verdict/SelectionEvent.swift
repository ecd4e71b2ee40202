import LanyardCore

/// One step of a selection, for whoever wants to watch.
///
/// Sorts of events may be added; they are told apart by ``name`` and shown by their description.
public struct SelectionEvent: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case began(accounts: Int)
        case dropped(AccountSummary, Candidate.Drop)
        case passedOver(Verdict.Overridden)
        case consulted(layer: Int, name: String)
        case scored(AccountSummary, score: Int, signals: [Signal])
        case ended(Verdict)
    }

    let kind: Kind

    /// What sort of step it is.
    public var name: String {
        switch kind {
        case .began: "began"
        case .dropped: "dropped"
        case .passedOver: "passed-over"
        case .consulted: "consulted"
        case .scored: "scored"
        case .ended: "ended"
        }
    }
}

extension SelectionEvent: CustomStringConvertible {
    /// The step in one line.
    public var description: String {
        switch kind {
        case .began(let accounts): "selection among \(accounts) account\(accounts == 1 ? "" : "s")"
        case .dropped(let account, let drop): TerminalText.oneLine("dropped \(account.shown): \(drop.text)")
        case .passedOver(let other):
            TerminalText.oneLine("passed over \(other.source) \(other.value): \(other.because)")
        case .consulted(let layer, let name): "layer \(layer): \(name)"
        case .scored(let account, let score, _): TerminalText.oneLine("\(account.shown) has \(score)")
        case .ended(let verdict): verdict.description
        }
    }

    /// The step in as many lines as it takes, each at most 80 columns.
    public var longDescription: String {
        guard case .ended(let verdict) = kind else { return description + "\n" }
        return verdict.longDescription
    }
}
