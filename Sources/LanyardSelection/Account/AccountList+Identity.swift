package import LanyardCore

extension AccountList {
    /// The account of somebody; of several sign-ins the first in the list.
    package func account(of identity: AccountIdentity) -> Account? {
        indices(perhapsNamed: [identity.homeAccountID.rawValue]).first { self[$0].identity == identity }
            .map { self[$0] }
    }
}
