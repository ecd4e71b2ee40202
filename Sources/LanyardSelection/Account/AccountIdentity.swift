public import LanyardCore

/// Who acts, whatever application asks: the cloud and the home account id.
///
/// Bindings, history and membership facts belong to a person in a cloud, not to one client id, so they are keyed by this and
/// never by a user name.
public struct AccountIdentity: Sendable, Hashable {
    /// The home account id.
    public let homeAccountID: HomeAccountID
    /// The cloud's main authority host.
    public let environment: String

    /// Makes an identity; the host is compared without case.
    public init(homeAccountID: HomeAccountID, environment: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment.lowercased()
    }

    /// Makes an identity of a host in small letters.
    init(homeAccountID: HomeAccountID, kept environment: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment
    }

    /// The identity behind a stored sign-in.
    public init(_ key: AccountKey) {
        homeAccountID = key.homeAccountID
        environment = key.environment
    }
}

extension AccountIdentity: Comparable {
    /// A fixed order, so that equal inputs in another order give the same answer.
    public static func < (left: AccountIdentity, right: AccountIdentity) -> Bool {
        (left.homeAccountID.rawValue, left.environment) < (right.homeAccountID.rawValue, right.environment)
    }
}

extension AccountIdentity: CustomStringConvertible {
    /// Home account id and authority host.
    public var description: String { "\(homeAccountID) at \(environment)" }
}

extension Account {
    /// Who this is, whatever application asks.
    public var identity: AccountIdentity { AccountIdentity(key) }
}
