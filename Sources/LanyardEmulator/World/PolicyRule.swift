/// A demand that a tenant makes of a sign-in.
struct PolicyRule: Sendable, Equatable, Codable {
    enum Demand: Sendable, Equatable {
        /// A second factor in the sign-in.
        case mfa
        /// A device that the company manages.
        case device
        /// A sign-in not older than so many seconds.
        case frequency(Int64)
        /// Nothing helps.
        case block
    }

    /// The demand's name: `mfa`, `device`, `frequency`, `block`.
    var require: String
    /// For `frequency`: the age in seconds that is still fine.
    var seconds: Int64?
    /// The number to answer with instead of the demand's own.
    var error: Int?
    var suberror: String?
    /// Whom it concerns; nothing for everybody, and so on below.
    var users: [String]?
    var clients: [String]?
    var resources: [String]?
    var flows: [String]?

    static let names = ["mfa", "device", "frequency", "block"]

    var demand: Demand {
        switch require {
        case "mfa": .mfa
        case "device": .device
        case "frequency": .frequency(seconds ?? 3600)
        default: .block
        }
    }
}
