import LanyardCore

/// One account on its way through the rules.
///
/// The account itself stays in the world, at `place`, and its ids stay among the heads: moving a thousand of either costs more than
/// all rules together.
struct Contender {
    let head: Int
    let place: Int
    let kind: AccountKind
    let isExplicitOnly: Bool
    var drop: Candidate.Drop?
    var membership = Membership.unknown
    var signals: [Signal] = []
    var score = 0
    var historyPoints = 0
    var frecency: Int64 = 0
    var isRefusedThere = false

    /// The account whose head is at `index` of `heads`.
    init(_ heads: [AccountHead], _ index: Int, place: Int) {
        head = index
        self.place = place
        isExplicitOnly = heads[index].isExplicitOnly
        kind = AccountKind(homeTenantID: heads[index].homeTenantID)
    }
}
