/// One item of a token cache as a list shows it: nothing secret.
public struct CacheEntry: Sendable, Hashable {
    /// How large an item is, roughly.
    public enum Size: String, Sendable, Hashable {
        /// Nothing, or nothing that can be read.
        case none
        /// Up to 1 KiB.
        case small = "1K"
        /// Up to 4 KiB.
        case medium = "4K"
        /// Up to 16 KiB.
        case large = "16K"
        /// Up to 64 KiB, which is what every provider keeps.
        case huge = "64K"
        /// More than some providers keep.
        case excessive = "more"

        init(_ count: Int) {
            self =
                switch count {
                case 0: .none
                case ...1024: .small
                case ...4096: .medium
                case ...16384: .large
                case ...65536: .huge
                default: .excessive
                }
        }
    }

    /// The store's own name for the item.
    public var handle: String
    /// What it is for.
    public var kind: ItemKind
    /// The label for people.
    public var label: String
    /// The collection or folder that holds it.
    public var collection: String
    /// How large it is.
    public var size: Size
    /// The form of its document, where it can be told.
    public var format: Int64?
    /// The application that it belongs to, where it can be told.
    public var clientID: String?
    /// The account, where it can be told.
    public var account: HomeAccountID?
    /// What is wrong with it, if anything is.
    public var problem: CacheFinding.Problem?
}
