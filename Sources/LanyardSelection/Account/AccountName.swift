import LanyardCore

/// A name as somebody gave it, taken apart once and compared with many accounts.
struct AccountName {
    let text: String
    /// What is before the last `@`, where that has an `@` itself: the user name in `user@domain@tenant`.
    private var user: String?
    /// The id of the tenant behind it.
    private var tenantID: String?
    /// Whether somebody of that user name is at home in that tenant.
    private var isSomebodyHome = false
    private let isASCII: Bool

    init(_ text: String, accounts: AccountList, tenants: TenantDirectory) {
        self.text = text
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return }
        let front = String(text[..<at])
        guard front.utf8.contains(UInt8(ascii: "@")) else { return }
        guard let id = tenants.id(named: String(text[text.utf8.index(after: at)...])) else { return }
        user = front
        tenantID = id
        isSomebodyHome = accounts.indices(perhapsNamed: [front]).contains { index in
            CaseInsensitive.equal(accounts.username(index), front) && accounts[index].homeTenantID == id
        }
    }

    /// What an account that matches has among its names.
    var forms: [String] { [text] + (user.map { [$0] } ?? []) }

    func matches(_ account: Account) -> Bool {
        if isUserName(text, of: account) { return true }
        if let label = account.label, isSame(label, text) { return true }
        if isSame(account.homeAccountID.rawValue, text) { return true }
        guard let user, let tenantID, isUserName(user, of: account) else { return false }
        // The home tenant tells two people of one name apart; a guest tenant does only where nobody of that name is at home.
        return account.homeTenantID == tenantID || !isSomebodyHome && account.profile(in: tenantID) != nil
    }

    private func isUserName(_ name: String, of account: Account) -> Bool {
        if isSame(account.username, name) { return true }
        return account.tenantProfiles.contains { $0.username.map { isSame($0, name) } ?? false }
    }

    /// Most names differ in length already, which for ASCII is enough to tell them apart.
    private func isSame(_ other: String, _ name: String) -> Bool {
        guard !isASCII || other.utf8.count == name.utf8.count else { return false }
        return CaseInsensitive.equal(other, name)
    }
}
