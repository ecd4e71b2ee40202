import LanyardCore

/// One account on its way through the rules.
struct Contender {
    let account: Account
    let identity: AccountIdentity
    var drop: Candidate.Drop?
    var membership = Membership.unknown
    var signals: [Signal] = []
    var score = 0
    var historyPoints = 0
    var frecency: Int64 = 0
    var isRefusedThere = false

    init(_ account: Account) {
        self.account = account
        identity = account.identity
    }
}
