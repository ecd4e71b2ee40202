package import LanyardCore

extension LanyardError {
    /// The refusal of an account that is not in the tenant, with the accounts that are as its next step.
    ///
    /// They are only named: whoever asked for one account never gets another. Other errors, and tenants that nobody is known to be
    /// in, stay as they are. `tenantID` is a GUID.
    package func namingMembers(of tenantID: String, among accounts: [Account]) -> LanyardError {
        guard code == .notAMember else { return self }
        let members = accounts.filter { account in
            CaseInsensitive.equal(account.homeTenantID ?? "", tenantID)
                || account.tenantProfiles.contains { CaseInsensitive.equal($0.tenantID, tenantID) }
        }
        let names = members.prefix(3).map {
            "--account \(ShellWord.quoted(AccountNames.distinguishingName(of: $0, in: accounts)))"
        }
        guard !names.isEmpty else { return self }
        return with { $0.hint = "who is a member there: \(names.joined(separator: " or "))" }
    }
}
