import LanyardCore

/// One account on its way through the rules.
///
/// The account itself stays in the world, at `place`: copying a thousand of them costs more than all rules together.
struct Contender {
    let place: Int
    let identity: AccountIdentity
    let homeTenantID: String?
    let kind: AccountKind
    let isExplicitOnly: Bool
    var drop: Candidate.Drop?
    var membership = Membership.unknown
    var signals: [Signal] = []
    var score = 0
    var historyPoints = 0
    var frecency: Int64 = 0
    var isRefusedThere = false

    init(_ account: Account, _ identity: AccountIdentity, place: Int) {
        self.place = place
        isExplicitOnly = account.isExplicitOnly
        self.identity = identity
        homeTenantID = account.homeTenantID
        kind = AccountKind(homeTenantID: homeTenantID)
    }
}
