/// What becomes of a prompt that the Secret Service wants to show.
package enum PromptPolicy: Sendable, Equatable {
    /// Nobody can answer: refuse it at once.
    case never
    /// Somebody may answer: show it and wait so long.
    case ask(limit: Duration)

    /// How long a prompt may take; nothing where none is shown.
    var limit: Duration? {
        switch self {
        case .never: nil
        case .ask(let limit): limit
        }
    }
}

/// Whether tokens are encrypted on their way over the bus.
package enum EncryptTransport: String, Sendable {
    /// All but access tokens that are read from the memory-only collection, which halves the time of that read.
    case automatic = "auto"
    /// Everything.
    case always
}
