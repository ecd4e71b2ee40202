/// The version of the library and the command.
public enum LanyardVersion {
    /// The version as `MAJOR.MINOR.PATCH`.
    public static let current = "0.1.0"
}
