/// A pin as it was found on the way up from the directory.
public struct FoundPin: Sendable, Hashable {
    /// Whether the user has agreed to this very content in this very place.
    public enum Approval: String, Sendable, Hashable, Codable {
        /// Approved.
        case approved
        /// Never approved, or withdrawn.
        case unapproved
        /// Another content was approved.
        case changed
        /// The file belongs to somebody else.
        case foreignOwner = "foreign-owner"
        /// Group or others may write the file.
        case writableByOthers = "writable-by-others"
        /// The file cannot be read as a pin.
        case damaged
    }

    /// The real path of the file.
    public var path: String
    /// What it says; nothing where it is damaged.
    public var pin: Pin?
    /// Whether the user has agreed.
    public var approval: Approval

    /// Makes a found pin.
    public init(path: String, pin: Pin?, approval: Approval) {
        self.path = path
        self.pin = pin
        self.approval = approval
    }
}

extension FoundPin.Approval {
    /// Why the pin does not count.
    var reason: String {
        switch self {
        case .approved: "is approved"
        case .unapproved: "is not approved"
        case .changed: "has changed since it was approved"
        case .foreignOwner: "belongs to another user"
        case .writableByOthers: "can be written by others"
        case .damaged: "cannot be read"
        }
    }
}
