import LanyardCore

/// One account on its way through the rules.
///
/// The account itself stays in the world, at `place`: making a thousand of them costs more than all rules together.
struct Contender {
    let place: Int
    let identity: AccountIdentity
    let clientID: String
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

    init(_ head: AccountHead, place: Int) {
        self.place = place
        isExplicitOnly = head.isExplicitOnly
        identity = AccountIdentity(head.key)
        clientID = head.key.clientID
        homeTenantID = head.homeTenantID
        kind = AccountKind(homeTenantID: homeTenantID)
    }
}
