/// Where a user's password is checked, as the authority's user realm says (`reference/entra-protocol` §1.10).
public struct UserRealm: Sendable, Hashable {
    /// Who checks it.
    public enum Kind: Sendable, Hashable {
        /// The authority itself.
        case managed
        /// A server of the user's organisation.
        case federated
        /// The authority does not know the name's domain.
        case unknown
    }

    /// Who checks the password.
    public var kind: Kind
    /// The domain of the name, where the authority said one.
    public var domain: String?

    /// Reads the reply; throws `malformed_reply` where it says no kind that is known.
    public init(_ document: JSONValue) throws(LanyardError) {
        switch document["account_type"]?.stringValue?.lowercased() {
        case "managed": kind = .managed
        case "federated": kind = .federated
        case "unknown": kind = .unknown
        default:
            throw LanyardError(.malformedReply, "the authority did not say where the password is checked").with {
                $0.field = "account_type"
            }
        }
        domain = document["domain_name"]?.stringValue
    }
}
