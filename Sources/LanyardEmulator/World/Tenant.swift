/// A directory.
struct Tenant: Sendable, Equatable {
    /// Which kind of authority serves it.
    enum Kind: String, Sendable, CaseIterable {
        case entra
        case b2c
        case ciam
        case adfs
    }

    var id: String
    var displayName: String
    var kind: Kind
    /// The cloud it lives in.
    var cloud: String
    /// In small letters; the first is the default one.
    var domains: [String]
    var country: String
    var region: String
    var rules: [PolicyRule]
    var subscriptions: [Subscription]
    /// B2C user flows, as registered.
    var userFlows: [String]

    /// The name in front of `b2clogin.com` or `ciamlogin.com`.
    var shortName: String {
        let domain = domains.first { $0.hasSuffix(".onmicrosoft.com") } ?? domains.first ?? id
        return String(domain.prefix { $0 != "." })
    }

    var defaultDomain: String { domains.first ?? id }
}

/// An Azure subscription.
struct Subscription: Sendable, Equatable {
    var id: String
    var name: String
}
