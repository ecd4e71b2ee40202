/// What happened to the Secret Service while a program ran.
package enum StoreChange: Sendable, Hashable {
    /// The default collection was locked.
    case locked
    /// The default collection was unlocked.
    case unlocked
    /// The provider ended or gave its name up.
    case providerGone
    /// A provider has the name again, the same or another one.
    case providerBack
}
