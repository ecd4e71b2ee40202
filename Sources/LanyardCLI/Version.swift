/// Which Lanyard this is.
enum Version {
    /// The released version, as in the change log.
    static let number = "0.1.0"
}
